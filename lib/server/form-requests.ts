import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { bodyLimitOf } from '#lib/http/body-limits.ts'
import { formRequests } from '#lib/http/form-request.ts'
import { applicationFile } from '#lib/process/application-files.ts'
import { log } from '#lib/process/log.ts'
import { isNativeBody, isScriptBody } from './action-arguments.ts'
import { wholeOf } from './bounded-bodies.ts'
import { holdBack } from './buffered-response.ts'

/**
 * What a page is told whose forms this version of the server no longer knows. Pages know it by its beginning, without this
 * module, since all of them would load it.
 */
export const OUT_OF_DATE = 'This page is out of date. Reload it.'

/** The names of the actions of a build, by their ids; null while developing, when they are made as pages are opened. */
type Actions = ReadonlyMap<string, string> | null

/**
 * Looks at the forms of pages before Next does, which would call each that it cannot decode a fault of the server: a form of
 * another site, a body that was cut, an action of another version, arguments of another shape. A person whose page is older
 * than the server is told to reload it.
 */
export function withFormRequests(pages: RequestListener, actions: Actions): RequestListener {
  return (request, response) => {
    if (!hasReadableState(request)) delete request.headers[ROUTER_STATE]
    if (!isForm(request)) return pages(request, response)
    const sent = { get: (name: string) => request.headers[name]?.toString() ?? null }
    if (isForeignForm('POST', sent)) return refuse(request, response, 403, FOREIGN)
    const id = request.headers['next-action']
    const name = actions?.get(String(id))
    const outOfDate = () => refuse(request, response, 400, id === undefined ? GO_BACK : OUT_OF_DATE, name)
    checked(request, actions).then(
      (body) => {
        if (body === null) return outOfDate()
        const found = underWay.get(`${request.headers[UNDER_WAY]}`) ?? { outOfDate: false }
        const whole = wholeOf(request, body)
        const number = randomUUID()
        whole.headers[UNDER_WAY] = number
        underWay.set(number, found)
        response.once('close', () => underWay.delete(number))
        holdBack(
          response,
          () => found.outOfDate,
          async () => outOfDate(),
        )
        formRequests().run(found, () => pages(whole, response))
      },
      // A sender who went away in the middle.
      (error: Error) => response.destroy(error),
    )
  }
}

/** What a page had open when it asked. Next fails at one that it cannot read; without any it responds with the whole page. */
const ROUTER_STATE = 'next-router-state-tree'

function hasReadableState({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers[ROUTER_STATE])
    return true
  } catch {
    return false
  }
}

/** Next sends a form on to the page that has its action, as a request to this server. What becomes of both is one thing. */
const UNDER_WAY = 'x-counterfoil-form'
const underWay = new Map<string, { outOfDate: boolean }>()

export function actionsOf(buildDir: string): Actions {
  const file = applicationFile(`${buildDir}/server/server-reference-manifest.json`)
  if (!existsSync(file)) return null
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as {
    node: Record<string, { exportedName?: string }>
  }
  return new Map(Object.entries(node).map(([id, { exportedName = '' }]) => [id, exportedName]))
}

const FOREIGN = 'Forms are sent from the pages of Counterfoil only.\n'
const GO_BACK = 'This page is out of date. Go back and reload it.\n'

/** Whether it may be the form of a page. The consent screen checks its own. */
function isForm({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || bodyLimitOf(method, url).error !== 'text' || url?.startsWith('/consent/'))
    return false
  return headers['next-action'] !== undefined || headers.origin !== undefined || isMultipart(headers)
}

function isMultipart(headers: IncomingMessage['headers']): boolean {
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '')
}

/** The body, whose size was bounded before; null where it is not one of a page of this version. */
async function checked(request: IncomingMessage, actions: Actions): Promise<Buffer | null> {
  const { headers } = request
  const id = headers['next-action']
  const isAction = (one: string) => /^[\da-f]{42}$/.test(one) && (actions === null || actions.has(one))
  if (id !== undefined && !isAction(String(id))) return drained(request)
  const body = await buffer(request)
  if (!isMultipart(headers)) return id === undefined || isScriptBody(body.toString()) ? body : null
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': `${headers['content-type']}` },
  })
    .formData()
    .catch(() => null)
  if (form === null) return null
  return (id === undefined ? isNativeBody(form, isAction) : isScriptBody(form)) ? body : null
}

/** Reads the rest, so that the connection can be used again. */
function drained(request: IncomingMessage): null {
  request.on('error', () => undefined).resume()
  return null
}

/** Without a charset: React's client shows the text of a response with this very type. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  action?: string,
): void {
  log().warn({ status, action, page: `/${request.url?.split(/[/?]/, 2)[1]}` }, 'A form was rejected.')
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.writeHead(status, {
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  })
  response.end(text)
}

/**
 * Whether a form was sent from a page of another site: its Origin names another host than the request. A proxy in front
 * of this server passes the browser's host in X-Forwarded-Host. A request without an Origin cannot be attributed to a
 * site; other sites send it without the session cookie. `null` is the Origin of a page without a site, and none of ours.
 */
export function isForeignForm(method: string, headers: { get(name: string): string | null }): boolean {
  const origin = headers.get('origin')
  if (method !== 'POST' || origin === null) return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}
