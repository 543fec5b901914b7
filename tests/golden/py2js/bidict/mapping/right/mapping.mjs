/**
 * What both kinds of mappings share. Each kind has its own `inverse`, `size`, `items`, `get`, `keyOf`, `takeOver`,
 * `write`, `remove` and `clear`. As no atom is `undefined`, that stands for a missing key or value.
 */
export class Mapping {
  constructor(type) {
    this.type = type;
  }

  has(key) {
    return this.get(key) !== undefined;
  }

  keys() {
    return this.items().map(([key]) => key);
  }

  values() {
    return this.items().map(([, value]) => value);
  }

  copy() {
    const copy = new this.constructor(this.type);
    copy.takeOver(this);
    return copy;
  }
}
