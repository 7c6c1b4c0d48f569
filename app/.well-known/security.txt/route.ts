import { securityText } from '#lib/surfaces/security-text.ts'

export const dynamic = 'force-dynamic'

/** Where people report vulnerabilities of this server (RFC 9116). */
export function GET(): Response {
  const text = securityText()
  if (text === null) return new Response('Not found', { status: 404 })
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
