import { describe, expect, it } from 'vitest'
import { typescriptType } from './typescript-type.ts'

const resolve = (schema: Record<string, unknown>) => (schema.$ref ? { type: 'integer' } : schema)
const typed = (schema: Record<string, unknown>) => typescriptType(schema, resolve)

describe('the type of a schema', () => {
  it.each([
    [{ type: 'integer' }, 'number'],
    [{ const: 'event' }, '"event"'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ $ref: '#/x' }, 'number'],
    [
      {
        anyOf: [
          { type: 'array', maxItems: 0 },
          { type: 'object', additionalProperties: { type: 'string' } },
        ],
      },
      '[] | Record<string, string>',
    ],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{}, 'unknown'],
  ])('%j is %s', (schema, type) => {
    expect(typed(schema)).toBe(type)
  })

  it('has a line for each property, with a mark at optional ones', () => {
    const schema = {
      type: 'object',
      required: ['id', 'card'],
      properties: {
        id: { type: 'string' },
        card: { type: 'object', properties: { last4: { type: 'string' }, 'x-net': { type: 'boolean' } } },
      },
    }
    expect(typed(schema)).toBe(
      '{\n  id: string\n  card: {\n    last4?: string\n    "x-net"?: boolean\n  }\n}',
    )
  })
})
