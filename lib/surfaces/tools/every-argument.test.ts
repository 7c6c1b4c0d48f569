import { describe, expect, it } from 'vitest'
import { isAppError } from '#lib/pipeline/errors.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { sampleOf } from '#lib/surfaces/openapi/sample.ts'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'
import { readArguments } from '#lib/surfaces/tools/arguments.ts'
import { type OperationTool, tools } from '#lib/surfaces/tools/catalogue.ts'

const PLACE = { country: 'IN', now: Date.parse('2026-11-19T12:00:00+05:30') / 1000 }

/** Arguments of the surface itself, which call.ts takes before the operation. */
const OF_SURFACE = ['fields', 'idempotency_key']

/** The input that a call has, or the description of its error. */
function call({ operation }: OperationTool, args: Json): unknown {
  const { read, problems } = readArguments(operation, args, PLACE)
  try {
    return parseInput(operation.input, read, problems)
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    return thrown.message
  }
}

const propertiesOf = (schema: Json) => Object.entries((schema.properties ?? {}) as Record<string, Json>)
const optionsOf = (schema: Json): Json[] => (schema.anyOf as Json[] | undefined) ?? [schema]
const takesNull = (schema: Json) =>
  optionsOf(schema).some(({ type }) => type === 'null' || (Array.isArray(type) && type.includes('null')))

/** A value with null for each property that it lacks and that can't be null, at every depth. */
function withNulls(schema: Json, value: unknown): unknown {
  const [shape = schema] = optionsOf(schema)
  if (Array.isArray(value)) return value.map((one) => withNulls((shape.items ?? {}) as Json, one))
  if (typeof value !== 'object' || value === null) return value
  const own = value as Json
  const all = propertiesOf(shape).map(([name, property]): [string, unknown] => [
    name,
    name in own ? withNulls(property, own[name]) : takesNull(property) ? undefined : null,
  ])
  return { ...own, ...Object.fromEntries(all.filter(([, one]) => one !== undefined)) }
}

const all = [...tools().values()].map((tool) => ({ name: tool.listing.name, tool }))
/** Writes that need one of several arguments, none of which is required by itself, and examples that need no others. */
const ONE_OF: Record<string, Json> = {
  create_full_bill: { receipt_type: 'credit_invoice', receipt_delivery: 'print' },
  create_customer: { name: 'Asha Rao' },
  replace_customer: { name: 'Asha Rao' },
  edit_customer: { name: 'Asha Rao' },
  update_bill: { tags: ['festive'] },
  update_transfer: { on_hold: false },
  transfer_to_wallet: { customer_id: 'cust_NfLw3gQ81xRt0a' },
}

/** What a call to the tool needs, in the examples of the reference. */
function needed({ listing, arguments: taken }: OperationTool): Json {
  const required = ((taken.required as string[] | undefined) ?? []).map((name) => [
    name,
    sampleOf((taken.properties as Record<string, Json>)[name] ?? {}),
  ])
  return { ...Object.fromEntries(required), ...ONE_OF[listing.name] }
}

describe.each(all)('$name', ({ tool }) => {
  const given = needed(tool)
  const optional = propertiesOf(tool.arguments).filter(
    ([name, property]) => !(name in given) && !OF_SURFACE.includes(name) && !('not' in property),
  )

  it('takes null for an argument that is not given, at every depth', () => {
    const expected = call(tool, given)
    expect(expected).toEqual(expect.any(Object))
    for (const [name, property] of optional.filter(([, one]) => !takesNull(one)))
      expect(call(tool, { ...given, [name]: null }), `${name} ${property.type}`).toEqual(expected)
    const nulls = withNulls(tool.arguments, given) as Json
    for (const name of OF_SURFACE) delete nulls[name]
    for (const [name, property] of propertiesOf(tool.arguments)) if ('not' in property) delete nulls[name]
    expect(call(tool, nulls)).toEqual(expected)
  })

  it('keeps null where the operation gives it a meaning', () => {
    for (const [name] of optional.filter(([, one]) => takesNull(one)))
      expect(call(tool, { ...given, [name]: null }), name).toMatchObject({ [name]: null })
  })

  const filters = optional.filter(([, { type, anyOf }]) => type === 'string' && !anyOf).map(([name]) => name)
  it.runIf(tool.operation.effect === 'read' && filters.length > 0)('takes no empty filter', () => {
    for (const name of filters)
      for (const empty of ['', '  '])
        expect(call(tool, { ...given, [name]: empty }), name).toBe(
          `${name} is empty. Leave it out, or send a value.`,
        )
  })

  const spans = propertiesOf(tool.arguments).flatMap(([name]) => {
    const to = name.replace(/(^|_)from$/, '$1to')
    return to === name ? [] : [[name, to] as const]
  })
  it.runIf(spans.length > 0)('takes no span of time that ends before it begins', () => {
    for (const [from, to] of spans) {
      expect(call(tool, { ...given, [from]: 'yesterday', [to]: 'last Monday' }), from).toBe(
        `${from} is later than ${to}. Swap them.`,
      )
      expect(call(tool, { ...given, [from]: 'yesterday', [to]: 'yesterday' }), from).toMatchObject({
        [from]: expect.any(Number),
      })
    }
  })

  it('lists as required what a call fails without', () => {
    for (const name of Object.keys(given)) {
      if (ONE_OF[tool.listing.name]?.[name] !== undefined) continue
      const { [name]: _, ...others } = given
      expect(call(tool, others), name).toMatch(new RegExp(`${name}.* required`))
    }
    expect(tool.listing.inputSchema.required ?? []).toEqual(tool.arguments.required ?? [])
  })
})

it('filters are read without the spaces around them', () => {
  const list = tools().get('fetch_all_payments') as OperationTool
  expect(call(list, { email: ' asha@example.com\n', query: ' status:captured ' })).toMatchObject({
    email: 'asha@example.com',
    query: 'status:captured',
  })
  const create = tools().get('create_customer') as OperationTool
  expect(call(create, { email: ' asha@example.com ' })).toMatchObject({ email: 'asha@example.com' })
})
