import fc, { type Arbitrary } from 'fast-check'
import { WRONG } from './values.ts'

/** One thing done to a value that was right: replaced, left out, added, or written twice as deep. */
type Mutation = {
  kind: 'replace' | 'drop' | 'add' | 'wrap' | 'rename'
  at: number
  with: unknown
  name: string
}

const NAMES = [
  'extra',
  'Amount',
  'amount ',
  '',
  'id',
  '__proto__x',
  'constructor',
  'toString',
  'hasOwnProperty',
  'é',
]

const mutation: Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'wrap', 'rename'),
  at: fc.nat(1000),
  with: fc.oneof(fc.constantFrom(...WRONG), fc.jsonValue({ maxDepth: 3 })),
  name: fc.constantFrom(...NAMES),
})

/** What comes of one to three mutations of a value. */
export function mutated(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(value, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([from, mutations]) => mutations.reduce(mutate, from))
}

function mutate(value: unknown, mutation: Mutation): unknown {
  const paths = pathsOf(value)
  const path = paths[mutation.at % paths.length] ?? []
  return change(structuredClone(value), path, mutation)
}

function pathsOf(value: unknown, here: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [here]
  const inner = Object.entries(value).flatMap(([key, property]) => pathsOf(property, [...here, key]))
  return here.length === 0 && inner.length > 0 ? inner : [here, ...inner]
}

function change(root: unknown, path: (string | number)[], { kind, with: other, name }: Mutation): unknown {
  const last = path.at(-1)
  if (last === undefined) return kind === 'wrap' ? [root] : other
  let holder = root as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>
  if (kind === 'replace') holder[last] = other
  else if (kind === 'wrap') holder[last] = [holder[last]]
  else if (kind === 'drop') delete holder[last]
  else {
    Object.defineProperty(holder, name, {
      value: other,
      enumerable: true,
      configurable: true,
      writable: true,
    })
    if (kind === 'rename') delete holder[last]
  }
  return root
}

/** Ids that are none, as they may stand in a path. */
export const WEIRD_IDS = [
  'x',
  'pay_',
  'pay_short',
  'order_00000000000000',
  'ORDER_NfLw3gQ81xRt0a',
  'pay_NfLw3gQ81xRt0a\u0000',
  'pay_NfLw3gQ81xRt0a ',
  'undefined',
  'null',
  '%',
  '%00',
  '日本語',
  '😀',
  "1' OR '1'='1",
  'a'.repeat(3000),
  '-1',
  '[object Object]',
]
