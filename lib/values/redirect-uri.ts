import { z } from 'zod'
import { UNSEEN } from './client-name.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A private-use scheme of an installed app (RFC 8252), such as cursor: or com.example.app: */
const SCHEME = /^[a-z][a-z0-9+.-]*:$/
/** Schemes that browsers or operating systems handle themselves: none of them belongs to an app. */
const FOREIGN_SCHEMES =
  /^(https?|wss?|ftps?|sftp|ssh|telnet|gopher|javascript|vbscript|data|file|blob|filesystem|about|view-source|resource|jar|cid|mid|urn|mailto|tel|sms|geo|ldaps?|nfs|smb|intent|content|android-app|itms.*|market|chrome.*|edge|moz-.*|safari.*|ms-.*|search(?:-ms)?|shell|res|mhtml|x-apple.*|prefs|app-settings):$/

/** A redirect URI of an app: https, http on a loopback address, or a private-use scheme. */
export const RedirectUri = z
  .string('A redirect URI must be a string.')
  .max(2000, 'A redirect URI can be up to 2000 characters.')
  .refine((text) => complaintAbout(text) === null, {
    error: (issue) => complaintAbout(String(issue.input)) ?? 'The redirect URI is not a valid URL.',
  })

function complaintAbout(text: string): string | null {
  const url = URL.parse(text)
  if (!url) return 'The redirect URI must be an absolute URL.'
  if (/[\s\\*]/.test(text) || UNSEEN.test(text))
    return 'The redirect URI contains a space, a backslash or a wildcard.'
  if (url.hash !== '' || text.includes('#')) return 'The redirect URI must not have a fragment.'
  if (url.username !== '' || url.password !== '')
    return 'The redirect URI must not contain a user name or password.'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:')
    return LOOPBACK.has(url.hostname)
      ? null
      : 'The redirect URI must use https. http is only allowed for loopback addresses.'
  return isOwnScheme(url.protocol) && url.href.length > url.protocol.length
    ? null
    : 'The redirect URI must use https, http on loopback, or a custom scheme such as com.example.app.'
}

/** Whether a scheme, with its colon, can belong to an installed app. */
export function isOwnScheme(protocol: string): boolean {
  return SCHEME.test(protocol) && !FOREIGN_SCHEMES.test(protocol)
}

/**
 * The type of an app for the authorization engine. An installed app (native) may have any redirect URI but https on
 * loopback; one with that is of the web, which has no custom scheme.
 */
export function applicationTypeOf(uris: readonly string[]): 'native' | 'web' {
  return uris.some(isSecureLoopback) ? 'web' : 'native'
}

/** Whether the engine accepts some redirect URIs together. */
export function areFitTogether(uris: readonly string[]): boolean {
  return applicationTypeOf(uris) === 'native' || !uris.some(hasOwnScheme)
}

/** The redirect URIs that the engine accepts together: with a custom scheme, those without https on loopback. */
export function fitTogether(uris: readonly string[]): string[] {
  return areFitTogether(uris) ? [...uris] : uris.filter((uri) => !isSecureLoopback(uri))
}

function isSecureLoopback(uri: string): boolean {
  return URL.parse(uri)?.protocol === 'https:' && isLoopback(redirectHostOf(uri))
}

function hasOwnScheme(uri: string): boolean {
  const url = URL.parse(uri)
  return url !== null && !hasHost(url)
}

/**
 * Whether an app may be redirected to a URI: to a registered one, or to a registered http loopback address on any port,
 * because installed apps take a free port at each start (RFC 8252, section 7.3).
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const portless = withoutLoopbackPort(uri)
  return portless !== null && registered.some((one) => withoutLoopbackPort(one) === portless)
}

/** An http loopback URI, to the letter, without its port; null for another URI. */
function withoutLoopbackPort(uri: string): string | null {
  const [, host, rest] =
    /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/s.exec(uri) ?? []
  return host === undefined || !URL.canParse(uri) ? null : `${host}${rest}`
}
export const NOT_TOGETHER =
  "An https loopback redirect URI can't be combined with a custom scheme such as com.example.app. Use http for loopback."

/**
 * The destination of a redirect URI as the consent screen shows it: host and port, or the custom scheme. What follows a
 * custom scheme is not a host, whatever it looks like.
 */
export function redirectHostOf(uri: string): string {
  const url = new URL(uri)
  return hasHost(url) ? url.host : url.protocol
}

/** The same with its scheme, as the form-action of a Content-Security-Policy names it. */
export function redirectOriginOf(uri: string): string {
  const url = new URL(uri)
  return hasHost(url) ? url.origin : url.protocol
}

function hasHost({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/** Whether a host is the reader's own machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(withoutPort(host))
}

/** An entry in the list of allowed redirect hosts: a host, with a port if it has one, or a scheme. */
export const RedirectHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(255, 'A host can be up to 255 characters.')
  .refine(
    (text) => isOwnScheme(text) || isHost(text),
    'Enter a host such as app.example.com, localhost or app.example.com:8443, or a scheme such as com.example.app:',
  )

function isHost(text: string): boolean {
  const url = URL.parse(`https://${text}`)
  // A spelling that the URL parser changes differs from what the consent screen shows.
  return url !== null && url.host === text && !text.includes('*')
}

/** Whether a host matches the list. A loopback entry matches any port, since each start of an app uses another. */
export function isListed(host: string, list: readonly string[]): boolean {
  return list.includes(host) || (isLoopback(host) && list.includes(withoutPort(host)))
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '')
}
