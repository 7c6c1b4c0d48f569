import { z } from 'zod'
import { unstorableText } from './text.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Characters that no name of an app needs: controls, and those that turn or hide what stands beside them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u
/** A scheme of an installed app: named by its reversed domain, so that none is claimed by chance (RFC 8252). */
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/** Where an app may be sent back to: https, or http on the machine of the person, or a scheme of its own. */
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
  return OWN_SCHEME.test(url.protocol)
    ? null
    : 'The redirect URI must use https, http on loopback, or a custom scheme such as com.example.app.'
}

/**
 * What an app with these addresses is to the authorization engine: one of the web, or one that is installed. With a
 * scheme of its own it is installed, whatever else it has; without one, when every address is http on loopback.
 */
export function applicationTypeOf(uris: readonly string[]): 'native' | 'web' {
  const protocols = uris.map((uri) => URL.parse(uri)?.protocol)
  const own = protocols.some((protocol) => protocol !== 'https:' && protocol !== 'http:')
  return own || protocols.every((protocol) => protocol === 'http:') ? 'native' : 'web'
}

/** Whether the engine takes some addresses together: of an installed app, https leads to the internet. */
export function areFitTogether(uris: readonly string[]): boolean {
  const inside = (uri: string) => URL.parse(uri)?.protocol === 'https:' && isLoopback(redirectHostOf(uri))
  return applicationTypeOf(uris) === 'web' || !uris.some(inside)
}
export const NOT_TOGETHER =
  "An https loopback redirect URI can't be combined with a custom scheme such as com.example.app. Use http for loopback."

/** Letters of alphabets that have some which look like Latin ones. */
const LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/** Whether a word is written in Latin letters and in some that only look like them: no language is written so. */
function mixesAlphabets(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  return words.some((word) => /\p{Script=Latin}/u.test(word) && LOOKALIKES.test(word))
}

/** What an app calls itself. */
export const ClientName = z
  .string('The name must be a string.')
  .trim()
  .min(1, 'The name must not be empty.')
  .max(80, 'The name can be up to 80 characters.')
  .refine(
    (text) => !UNSEEN.test(text) && unstorableText(text) === null,
    'The name contains an invisible character or a text direction control.',
  )
  .refine(
    (text) => !mixesAlphabets(text),
    'The name mixes alphabets within a word, which can imitate other names.',
  )

/**
 * Where an address leads, as people are shown it: host and port, or the scheme of an app on their machine. What
 * stands behind a scheme of its own is no host, whatever it looks like.
 */
export function redirectHostOf(uri: string): string {
  const url = new URL(uri)
  return hasHost(url) ? url.host : url.protocol
}

/** The same with its scheme, as a policy of a page names where a form may end. */
export function redirectOriginOf(uri: string): string {
  const url = new URL(uri)
  return hasHost(url) ? url.origin : url.protocol
}

function hasHost({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/** Whether such a host is the reader's own machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(withoutPort(host))
}

/** A host of the list of those that apps may lead back to: with its port where it has one, or a scheme. */
export const RedirectHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(255, 'A host can be up to 255 characters.')
  .refine(
    (text) => OWN_SCHEME.test(text) || isHost(text),
    'Enter a host such as app.example.com, localhost or app.example.com:8443, or a scheme such as com.example.app:',
  )

function isHost(text: string): boolean {
  const url = URL.parse(`https://${text}`)
  // What the parser would spell another way is not what apps are shown with.
  return url !== null && url.host === text && !text.includes('*')
}

/** Whether a host is among those of a list; on loopback, where each start takes a port of its own, any port of one is. */
export function isListed(host: string, list: readonly string[]): boolean {
  return list.includes(host) || (isLoopback(host) && list.includes(withoutPort(host)))
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '')
}
