/** A property of something of which nothing is known; undefined where there is none. */
export function propertyOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
