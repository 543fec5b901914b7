import { duplicateKey, duplicateKeyAndValue, duplicateValue } from './errors.mjs';

/** Puts an item by a policy. Returns what the mapping's `write` returns, if it came to that. */
export function put(mapping, [key, value], policy) {
  const oldValue = mapping.get(key);
  if (oldValue === value) return undefined;
  const hasKey = oldValue !== undefined;
  const hasValue = mapping.keyOf(value) !== undefined;
  if (hasKey || hasValue) {
    const action = hasValue ? policy.value : policy.key;
    if (action === 'drop_new') return undefined;
    if (action === 'raise') throw duplication(key, value, hasKey, hasValue);
  }
  return mapping.write(key, value);
}

function duplication(key, value, hasKey, hasValue) {
  if (hasKey && hasValue) return duplicateKeyAndValue([key, value]);
  return hasKey ? duplicateKey(key) : duplicateValue(value);
}
