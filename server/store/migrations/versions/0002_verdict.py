"""The verdict of a report beside its body, so that accepted attempts can be told without reading reports."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("reports", sa.Column("verdict", sa.String(32)))
    _fill()
    with op.batch_alter_table("reports") as table:
        table.alter_column("verdict", nullable=False)


def _fill() -> None:
    reports = sa.table("reports", sa.column("id"), sa.column("body"), sa.column("verdict"))
    connection = op.get_bind()
    for number, body in connection.execute(sa.select(reports.c.id, reports.c.body)).all():
        filled = sa.update(reports).where(reports.c.id == number).values(verdict=json.loads(body)["verdict"])
        connection.execute(filled)
