// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are code for the reader, not templates of ours.
import type { Described } from './read.ts'

/**
 * The method of the stock client for Node for each operation that it has one for: {id} and the like stand for the ids
 * of the path, {body} for the whole body.
 */
const NODE_CALLS: Record<string, string> = {
  create_order: 'orders.create({body})',
  fetch_all_orders: 'orders.all({ count: 10 })',
  fetch_order: 'orders.fetch({id})',
  update_order: 'orders.edit({id}, {body})',
  fetch_order_payments: 'orders.fetchPayments({id})',
  fetch_all_payments: 'payments.all({ count: 10 })',
  fetch_payment: 'payments.fetch({id})',
  fetch_payment_card_details: 'payments.fetchCardDetails({id})',
  update_payment: 'payments.edit({id}, {body})',
  capture_payment: 'payments.capture({id}, {amount}, {currency})',
  create_payment: 'payments.createPaymentJson({body})',
  create_upi_payment: 'payments.createUpi({body})',
  fetch_multiple_refunds_for_payment: 'payments.fetchMultipleRefund({id}, { count: 10 })',
  fetch_specific_refund_for_payment: 'payments.fetchRefund({id}, {refund_id})',
  fetch_payment_transfers: 'payments.fetchTransfer({id})',
  transfer_payment: 'payments.transfer({id}, {body})',
  refund_payment: 'payments.refund({id}, {body})',
  fetch_all_refunds: 'refunds.all({ count: 10 })',
  fetch_refund: 'refunds.fetch({id})',
  update_refund: 'refunds.edit({id}, {body})',
  create_customer: 'customers.create({body})',
  fetch_all_customers: 'customers.all({ count: 10 })',
  fetch_customer: 'customers.fetch({id})',
  create_transfer: 'transfers.create({body})',
  fetch_all_transfers: 'transfers.all({ count: 10 })',
  fetch_transfer: 'transfers.fetch({id})',
  update_transfer: 'transfers.edit({id}, {body})',
  reverse_transfer: 'transfers.reverse({id}, {body})',
  create_fund_account: 'fundAccount.create({body})',
  create_webhook: 'webhooks.create({body})',
  fetch_all_webhooks: 'webhooks.all({ count: 10 })',
}

/** The same of the stock client for Python. What is not here is asked for by its address. */
const PYTHON_CALLS: Record<string, string> = {
  create_order: 'order.create({body})',
  fetch_all_orders: 'order.all({"count": 10})',
  fetch_order: 'order.fetch({id})',
  update_order: 'order.edit({id}, {body})',
  fetch_order_payments: 'order.payments({id})',
  fetch_all_payments: 'payment.all({"count": 10})',
  fetch_payment: 'payment.fetch({id})',
  update_payment: 'payment.edit({id}, {body})',
  capture_payment: 'payment.capture({id}, {amount}, {"currency": {currency}})',
  refund_payment: 'payment.refund({id}, {body})',
  create_refund: 'refund.create({body})',
  fetch_all_refunds: 'refund.all({"count": 10})',
  fetch_refund: 'refund.fetch({id})',
  update_refund: 'refund.edit({id}, {body})',
  create_customer: 'customer.create({body})',
  update_customer: 'customer.edit({id}, {body})',
  fetch_customer: 'customer.fetch({id})',
}

export const SAMPLE_LANGUAGES = ['curl', 'Node', 'Python'] as const
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]
export type Sample = { language: SampleLanguage; code: string }
/** The base URL and the key id of the reader's requests; the secret stays in the environment. */
export type SampleReader = { baseUrl: string; keyId: string | null }

const KEY = 'key_test_YOUR_KEY_ID'

/** The request of an operation as code samples: with the stock client where it has a method for it. */
export function samplesOf(operation: Described, reader: SampleReader): Sample[] {
  return [
    { language: 'curl', code: curl(operation, reader) },
    { language: 'Node', code: node(operation, reader) },
    { language: 'Python', code: python(operation, reader) },
  ]
}

/** The path of an operation with an id in the place of each parameter. */
export function examplePath({ path, parameters }: Pick<Described, 'path' | 'parameters'>): string {
  return parameters
    .filter(({ place }) => place === 'path')
    .reduce((whole, { name, example }) => whole.replace(`{${name}}`, String(example)), path)
}

function curl(operation: Described, { baseUrl, keyId }: SampleReader): string {
  const { method, body } = operation
  const flag = method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `
  const lines = [
    `curl ${flag}${baseUrl}${examplePath(operation)}`,
    `-u "${keyId ?? KEY}:$COUNTERFOIL_KEY_SECRET"`,
  ]
  if (takesFile(operation)) lines.push('-F purpose=kyc_proof', '-F file=@address-proof.pdf')
  else if (body)
    lines.push("-H 'Content-Type: application/json'", `-d '${json(body.example).replaceAll("'", "'\\''")}'`)
  if (streams(operation)) lines.push('-N')
  else if (returnsFile(operation)) lines.push('-OJ')
  return lines.join(' \\\n  ')
}

export const takesFile = ({ body }: Described) => body?.types.includes('multipart/form-data') ?? false
const returnsFile = ({ responses }: Described) =>
  responses.some(({ type }) => type !== null && type !== 'application/json')
/** Whether the response goes on for as long as it is read. */
export const streams = ({ responses }: Described) =>
  responses.some(({ type }) => type === 'text/event-stream')

function node(operation: Described, reader: SampleReader): string {
  const call = NODE_CALLS[operation.id]
  const values = valuesOf(operation)
  if (call === undefined) return nodeFetch(operation, reader)
  return [
    "import Razorpay from 'razorpay'",
    '',
    'const client = new Razorpay({',
    `  key_id: '${reader.keyId ?? KEY}',`,
    '  key_secret: process.env.COUNTERFOIL_KEY_SECRET,',
    '})',
    `client.api.rq.defaults.baseURL = '${reader.baseUrl}'`,
    '',
    `console.log(await client.${fill(call, values, script)})`,
  ].join('\n')
}

function nodeFetch(operation: Described, { baseUrl, keyId }: SampleReader): string {
  const { method, body } = operation
  const head = [
    `const key = \`${keyId ?? KEY}:\${process.env.COUNTERFOIL_KEY_SECRET}\``,
    'const headers = { Authorization: `Basic ${btoa(key)}` }',
  ]
  const url = `'${baseUrl}${examplePath(operation)}'`
  if (takesFile(operation)) {
    return [
      "import { openAsBlob } from 'node:fs'",
      '',
      ...head,
      'const body = new FormData()',
      "body.set('purpose', 'kyc_proof')",
      "body.set('file', await openAsBlob('address-proof.pdf'), 'address-proof.pdf')",
      `const response = await fetch(${url}, { method: '${method}', headers, body })`,
      'console.log(await response.json())',
    ].join('\n')
  }
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    body ? "headers: { ...headers, 'Content-Type': 'application/json' }" : 'headers',
    ...(body ? [`body: JSON.stringify(${indented(script(body.example), '  ')})`] : []),
  ]
  return [
    ...head,
    `const response = await fetch(${url}, {`,
    ...options.map((option) => `  ${option},`),
    '})',
    ...nodeEnd(operation),
  ].join('\n')
}

function nodeEnd(operation: Described): string[] {
  if (streams(operation))
    return [
      'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
      '  process.stdout.write(text)',
      '}',
    ]
  return [`console.log(await response.${returnsFile(operation) ? 'blob' : 'json'}())`]
}

function python(operation: Described, { baseUrl, keyId }: SampleReader): string {
  const call = PYTHON_CALLS[operation.id] ?? plainPython(operation)
  const called = `client.${fill(call, valuesOf(operation), (value) => pythonText(value))}`
  return [
    'import os',
    '',
    'import razorpay',
    '',
    'client = razorpay.Client(',
    `    auth=("${keyId ?? KEY}", os.environ["COUNTERFOIL_KEY_SECRET"]),`,
    `    base_url="${baseUrl}",`,
    ')',
    ...(streams(operation)
      ? [`for line in ${called}:`, '    print(line, flush=True)']
      : [`print(${called})`]),
  ].join('\n')
}

/** The client's own way to an address that it has no method for. */
function plainPython(operation: Described): string {
  const path = JSON.stringify(examplePath(operation))
  if (takesFile(operation))
    return `file(${path}, {"file": open("address-proof.pdf", "rb"), "purpose": "kyc_proof"})`
  if (streams(operation))
    return `session.get(client.base_url + ${path}, auth=client.auth, stream=True).iter_lines(decode_unicode=True)`
  if (returnsFile(operation)) return `session.get(client.base_url + ${path}, auth=client.auth).content`
  return `${operation.method.toLowerCase()}(${path}, ${operation.body ? '{body}' : '{}'})`
}

/** What may stand in a call: the ids of the path, the body, and properties of it. */
function valuesOf({ parameters, body }: Described): Record<string, unknown> {
  const inPath = parameters
    .filter(({ place }) => place === 'path')
    .map(({ name, example }) => [name, example])
  const properties = (body?.example ?? {}) as Record<string, unknown>
  return { ...properties, ...Object.fromEntries(inPath), body: body?.example }
}

function fill(call: string, values: Record<string, unknown>, write: (value: unknown) => string): string {
  return call.replace(/\{(\w+)\}/g, (_, name: string) => write(values[name]))
}

const json = (value: unknown) => JSON.stringify(value)

/** A value as JavaScript source: keys without quotation marks, strings in single ones. */
function script(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(script).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const properties = Object.entries(value).map(
    ([name, property]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${script(property)}`,
  )
  const line = `{ ${properties.join(', ')} }`
  return line.length <= 60
    ? line
    : `{\n${properties.map((property) => `  ${indented(property, '  ')},`).join('\n')}\n}`
}

function pythonText(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const properties = Object.entries(value).map(([name, property]) => `"${name}": ${pythonText(property)}`)
  const line = `{${properties.join(', ')}}`
  return line.length <= 60
    ? line
    : `{\n${properties.map((property) => `    ${indented(property, '    ')},`).join('\n')}\n}`
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`)
}
