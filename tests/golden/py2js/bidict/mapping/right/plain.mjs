import { Mapping } from './mapping.mjs';

/** A mapping in two tables, which an inverse has in swapped roles; each has its own order. */
export class PlainMapping extends Mapping {
  #forward;
  #backward;

  constructor(type, forward = new Map(), backward = new Map()) {
    super(type);
    this.#forward = forward;
    this.#backward = backward;
  }

  get inverse() {
    return new PlainMapping(this.type, this.#backward, this.#forward);
  }

  get size() {
    return this.#forward.size;
  }

  items() {
    return [...this.#forward];
  }

  get(key) {
    return this.#forward.get(key);
  }

  keyOf(value) {
    return this.#backward.get(value);
  }

  takeOver(other) {
    this.clear();
    for (const [key, value] of other.items()) this.#forward.set(key, value);
    for (const [value, key] of other.inverse.items()) this.#backward.set(value, key);
  }

  /** Writes an item in place of those that hold its key or its value. Returns a function that undoes it. */
  write(key, value) {
    const oldKey = this.keyOf(value);
    const oldValue = this.get(key);
    this.#forward.set(key, value);
    this.#backward.set(value, key);
    if (oldKey !== undefined) this.#forward.delete(oldKey);
    if (oldValue !== undefined) this.#backward.delete(oldValue);
    return () => this.#undoWrite(key, value, oldKey, oldValue);
  }

  #undoWrite(key, value, oldKey, oldValue) {
    if (oldKey !== undefined) this.#forward.set(oldKey, value);
    if (oldValue !== undefined) this.#backward.set(oldValue, key);
    reset(this.#forward, key, oldValue);
    reset(this.#backward, value, oldKey);
  }

  remove(key) {
    this.#backward.delete(this.get(key));
    this.#forward.delete(key);
  }

  clear() {
    this.#forward.clear();
    this.#backward.clear();
  }
}

function reset(table, key, old) {
  if (old === undefined) table.delete(key);
  else table.set(key, old);
}
