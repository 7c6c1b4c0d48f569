import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { CALLS } from '#lib/ports/acquirer-protocol.ts'
import { buildAcquirerOpenApi } from './acquirer-openapi.ts'

const document = buildAcquirerOpenApi()

it('is a valid document of every call', async () => {
  const config = await createConfig({ extends: ['spec'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([])
  const paths = Object.keys(document.paths as object)
  expect(paths).toEqual(['/', ...Object.keys(CALLS).map((name) => `/${name}`)])
})

it('accepts what the calls are, and rejects what they are not', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  const accepts = (name: string, value: object) =>
    ajv.validate({ $ref: `document#/components/schemas/${name}` }, value)
  const capture = {
    call: 'capture',
    reference: 'bop_1',
    authorization: 'bop_0',
    amount: 100,
    currency: 'INR',
  }
  expect(accepts('CaptureRequest', capture)).toBe(true)
  expect(accepts('CaptureRequest', { ...capture, call: 'refund' })).toBe(false)
  expect(accepts('CaptureRequest', { ...capture, amount: 0.5 })).toBe(false)
  expect(accepts('CaptureResponse', { outcome: 'captured', data: { rrn: '1' } })).toBe(true)
  expect(accepts('CaptureResponse', { outcome: 'captured', data: {}, amount: 0 })).toBe(false)
  expect(accepts('Notification', { reference: 'bop_1', status: 'settled' })).toBe(true)
})
