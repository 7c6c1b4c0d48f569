import { isDeepStrictEqual } from 'node:util'
import Razorpay from 'razorpay'

/** A successful response as a client library gets it. */
type Response = { path: string; method: string; status: number; text: string }
type Parser = (response: Response, body: unknown) => string | null | Promise<string | null>

/** Java: an entity is a class of the library, by its name or else by the first segment of its URL. */
const JAVA_CLASSES =
  'account addon bank_account bank_transfer card customer dispute document fund_account iin invoice item order payment payment_link plan product qr_code refund reversal settlement stakeholder subscription token transfer virtual_account webhook'.split(
    ' ',
  )
const JAVA_URLS = 'iins invoices settlements payments payment_links items customers cards tokens accounts'

/**
 * What each library requires of a successful response before it returns it, by the name of its recording. Node's is the
 * library itself. The others state the rule of the version named.
 */
const PARSERS: Record<string, Parser> = {
  'razorpay-node': parsedByNode,
  // 3.2.4, lib/razorpay/request.rb: a property `error`, whatever its value, is raised unless the status is 200.
  'razorpay-ruby': ({ status }, body) => {
    if (Array.isArray(body) || body === '') return null
    if (!isObject(body)) return 'raises: the body is no hash'
    return 'error' in body && status !== 200 ? 'raises: the body has error' : null
  },
  // 1.4.8, ApiClient.java: each entity, and each item of a list, is made an instance of its class.
  'razorpay-java': ({ path }, body) => {
    if (isDeepStrictEqual(body, [])) return null
    if (!isObject(body)) return 'throws: the body is no object'
    const entities = body.entity === 'collection' ? (body.items as unknown[]) : [body]
    if (!Array.isArray(entities)) return 'throws: a collection without items'
    const byUrl = JAVA_URLS.split(' ').includes(path.split(/[/?]/)[2] ?? '')
    const unknown = entities.find(
      (each) => !isObject(each) || !(byUrl || JAVA_CLASSES.includes(String(each.entity))),
    )
    return unknown === undefined ? null : `throws: no class for ${JSON.stringify(unknown).slice(0, 80)}`
  },
  // 3.3.2, Entity.cs: whatever is not deleted is an object, and a collection has items.
  'razorpay-dot-net': ({ method }, body) => {
    if (method === 'DELETE') return null
    if (!isObject(body)) return 'throws: the body is no object'
    return body.entity === 'collection' && !Array.isArray(body.items) ? 'throws: no items' : null
  },
  // 1.4.0, requests/request.go: a map, unless the body is empty or two bytes long.
  'razorpay-go': ({ text }, body) =>
    text.length === 0 || text.length === 2 || isObject(body) ? null : 'returns an error: the body is no map',
  // 2.9.2, Entity.php: loops over the properties of the body.
  'razorpay-php': (_, body) =>
    typeof body === 'object' && body !== null ? null : 'warns: the body is no array',
}

/** @returns what the library of a recording would raise for this successful response, or null */
export async function raisedBy(client: string, response: Response): Promise<string | null> {
  const parser = PARSERS[client]
  if (!parser || response.status < 200 || response.status > 299) return null
  return parser(response, response.text === '' ? '' : JSON.parse(response.text))
}

async function parsedByNode({ status, text }: Response, body: unknown): Promise<string | null> {
  type Api = {
    rq: { defaults: { adapter: unknown } }
    get(params: object): Promise<unknown>
  }
  const { api } = new Razorpay({ key_id: 'key', key_secret: 'secret' }) as unknown as { api: Api }
  api.rq.defaults.adapter = async (config: object) => ({ data: text, status, headers: {}, config })
  const parsed = await api.get({ url: '/payments' })
  return isDeepStrictEqual(parsed, body) ? null : 'returns another body'
}

/**
 * Where a response has a property `error` although nothing failed: libraries take it for a failure, and their callers
 * repeat what succeeded.
 */
export function strayErrors(value: unknown, path = 'body'): string[] {
  if (!isObject(value) && !Array.isArray(value)) return []
  const own = isObject(value) && 'error' in value && value.status !== 'failed' ? [path] : []
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => strayErrors(inner, `${path}.${name}`))]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
