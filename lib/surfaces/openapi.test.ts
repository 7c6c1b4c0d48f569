import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { inputSchema, outputSchema } from '#lib/surfaces/openapi/schemas.ts'
import { buildOpenApi, TAGS } from '#lib/surfaces/openapi.ts'
import { exampleAddress } from '#lib/testing/example-address.ts'

type Schema = Record<string, unknown>
type Media = { schema: Schema; example?: unknown; examples?: Record<string, unknown> }
type Reply = { $ref?: string; content?: Record<string, Media> }
type Described = {
  operationId: string
  tags: string[]
  description: string
  parameters: {
    $ref?: string
    name: string
    in: string
    description: string
    schema: Schema
    example?: unknown
  }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Reply>
}

const document = buildOpenApi()
const published = operations.filter(({ http }) => http !== null)
const paths = document.paths as Record<string, Record<string, Described>>
const described = Object.values(paths).flatMap((path) => Object.values(path))
const hooks = Object.values(document.webhooks as Record<string, { post: Described }>).map(({ post }) => post)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', ...document })

/** Every reference of a schema is within its own document. */
function validate(schema: Schema, value: unknown): unknown {
  const absolute = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"document#/components'),
  ) as Schema
  const check = ajv.compile(absolute)
  return check(value) ? [] : check.errors
}

function at<T>(given: { $ref?: string }): T {
  if (given.$ref === undefined) return given as T
  const parts = given.$ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document) as T
}

/** The properties without a description that says something, however deep they are. */
function undescribed(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...rest } = schema as { properties?: Record<string, Schema> }
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const said = /^[\w*"].{7,}\.$/s.test(String(property.description ?? ''))
    return [...(said ? [] : [`${place} ${name}`]), ...undescribed(property, `${place} ${name}`)]
  })
  const { examples: _, ...nested } = rest as { examples?: unknown }
  return [...own, ...Object.values(nested).flatMap((value) => undescribed(value, place))]
}

describe('the OpenAPI document', () => {
  it('passes a public linter, by the rules of its makers and more', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // The licence of the product does not apply to the API.
        'info-license': 'off',
        'operation-4xx-response': 'error',
        'operation-2xx-response': 'error',
        'operation-description': 'error',
        'operation-operationId': 'error',
        'operation-operationId-unique': 'error',
        'operation-singular-tag': 'error',
        'operation-tag-defined': 'error',
        'tag-description': 'error',
        'parameter-description': 'error',
        // Reasons narrow the error of the components, so neither half of it has all properties. Below they are
        // validated together.
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-unused-components': 'error',
        'no-http-verbs-in-paths': 'off',
        'spec-components-invalid-map-name': 'error',
      },
    })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    const said = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    )
    expect(said).toEqual([])
  })

  it('has every operation in a group with a name and a description of its own', () => {
    const used = described.map(({ tags }) => tags)
    for (const tags of used) expect(tags).toHaveLength(1)
    const declared = document.tags as { name: string; 'x-displayName': string; description: string }[]
    expect([...new Set([...used.flat(), 'events'])].sort()).toEqual(declared.map(({ name }) => name).sort())
    expect(Object.keys(TAGS)).toEqual(declared.map(({ name }) => name))
    for (const { name, description } of declared) expect(description, name).toMatch(/^[A-Z].{20,}\.$/)
    expect(new Set(declared.map(({ description }) => description)).size).toBe(declared.length)
  })

  it('describes every property of every request and response, here and as a tool', () => {
    const called = operations.filter(({ http, tool }) => http !== null || tool !== null)
    const bare = called.flatMap(({ name, input, output }) => [
      ...undescribed(inputSchema(input), `${name} takes`),
      ...undescribed(outputSchema(output), `${name} returns`),
    ])
    expect(bare).toEqual([])
  })

  it('has every operation, with its permission, and every event', () => {
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(
      published.map(({ name }) => name).sort(),
    )
    expect(hooks.length).toBeGreaterThan(15)
    for (const { operationId } of hooks) expect(operationId).toMatch(/^on_/)
  })

  it.each(described.map((operation) => [operation.operationId, operation] as const))(
    '%s: every request and response has an example, and the example is valid',
    (_, { requestBody, responses, parameters }) => {
      for (const media of Object.values(requestBody?.content ?? {})) {
        expect(media.example).toBeDefined()
        expect(validate(media.schema, media.example)).toEqual([])
      }
      for (const [status, given] of Object.entries(responses)) {
        const response = at<Reply>(given)
        for (const media of Object.values(response.content ?? {})) {
          const examples = media.examples
            ? Object.entries(media.examples).map(
                ([, each]) => at<{ value: unknown }>(each as { $ref: string }).value,
              )
            : [media.example]
          expect(examples.length, status).toBeGreaterThan(0)
          for (const example of examples) expect(validate(media.schema, example), status).toEqual([])
        }
      }
      for (const parameter of parameters.filter(({ $ref }) => $ref === undefined)) {
        expect(parameter.description).toMatch(/\.$/)
        expect(validate(parameter.schema, parameter.example), parameter.name).toEqual([])
      }
    },
  )

  it.each(hooks.map((hook) => [hook.operationId, hook] as const))(
    '%s: its example is valid',
    (_, { requestBody }) => {
      const media = requestBody?.content['application/json'] as Media
      expect(validate(media.schema, media.example)).toEqual([])
    },
  )

  it.each(published.filter(({ takes }) => takes === 'json').map((each) => [each.name, each] as const))(
    '%s: the examples of its request are taken by its own schema',
    (name, operation) => {
      const request = described.find(({ operationId }) => operationId === name) as Described
      const { params } = exampleAddress(operation)
      const body = request.requestBody?.content['application/json']?.example as object | undefined
      expect(() => parseInput(operation.input, { ...params, ...body })).not.toThrow()
    },
  )

  it('says of each reason of each operation with which status it comes', () => {
    for (const { responses, operationId } of described) {
      for (const status of ['400', '401', '403', '429', '500', '503'])
        expect(Object.keys(responses), operationId).toContain(status)
      for (const [status, given] of Object.entries(responses)) {
        if (status < '400') continue
        const response = at<Reply & { description: string }>(given)
        expect(
          Object.keys(response.content?.['application/json']?.examples ?? {}).length,
          operationId,
        ).toBeGreaterThan(0)
      }
    }
  })
})
