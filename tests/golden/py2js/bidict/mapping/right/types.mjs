import { OrderedMapping } from './ordered.mjs';
import { PlainMapping } from './plain.mjs';
import { BOTH_FIRST, BOTH_LAST, NEW_VALUES } from './policy.mjs';

const TYPE_LIST = [
  { name: 'bidict', Kind: PlainMapping, policy: NEW_VALUES },
  { name: 'OrderedBidict', Kind: OrderedMapping, policy: NEW_VALUES, isOrdered: true },
  { name: 'frozenbidict', Kind: PlainMapping, policy: NEW_VALUES, isFrozen: true },
  { name: 'LastWins', Kind: PlainMapping, policy: BOTH_LAST },
  { name: 'FirstWins', Kind: OrderedMapping, policy: BOTH_FIRST, isOrdered: true },
];

export const TYPES = new Map(TYPE_LIST.map((type) => [type.name, type]));
