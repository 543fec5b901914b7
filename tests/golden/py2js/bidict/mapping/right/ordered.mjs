import { Mapping } from './mapping.mjs';

/** A mapping in one list of pairs, which an inverse reads with the sides swapped. */
export class OrderedMapping extends Mapping {
  #pairs;
  #keySide;

  constructor(type, pairs = [], keySide = 0) {
    super(type);
    this.#pairs = pairs;
    this.#keySide = keySide;
  }

  get inverse() {
    return new OrderedMapping(this.type, this.#pairs, this.#valueSide);
  }

  get size() {
    return this.#pairs.length;
  }

  items() {
    return this.#pairs.map((pair) => [pair[this.#keySide], pair[this.#valueSide]]);
  }

  get(key) {
    return this.#pairs[this.#placeOfKey(key)]?.[this.#valueSide];
  }

  keyOf(value) {
    return this.#pairs[this.#placeOfValue(value)]?.[this.#keySide];
  }

  takeOver(other) {
    const items = other.items();
    this.clear();
    for (const item of items) this.#pairs.push(this.#pair(...item));
  }

  /** Writes an item in place of those that hold its key or its value. */
  write(key, value) {
    const placeOfKey = this.#placeOfKey(key);
    const placeOfValue = this.#placeOfValue(value);
    const pair = this.#pair(key, value);
    if (placeOfKey >= 0) {
      this.#pairs[placeOfKey] = pair;
      if (placeOfValue >= 0) this.#pairs.splice(placeOfValue, 1);
    } else if (placeOfValue >= 0) {
      this.#pairs[placeOfValue] = pair;
    } else {
      this.#pairs.push(pair);
    }
  }

  remove(key) {
    this.#pairs.splice(this.#placeOfKey(key), 1);
  }

  clear() {
    this.#pairs.length = 0;
  }

  moveToStart(key) {
    this.#pairs.unshift(...this.#pairs.splice(this.#placeOfKey(key), 1));
  }

  moveToEnd(key) {
    this.#pairs.push(...this.#pairs.splice(this.#placeOfKey(key), 1));
  }

  get #valueSide() {
    return 1 - this.#keySide;
  }

  #pair(key, value) {
    return this.#keySide === 0 ? [key, value] : [value, key];
  }

  #placeOfKey(key) {
    return this.#pairs.findIndex((pair) => pair[this.#keySide] === key);
  }

  #placeOfValue(value) {
    return this.#pairs.findIndex((pair) => pair[this.#valueSide] === value);
  }
}
