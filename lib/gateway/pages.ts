import { createHash } from 'node:crypto'
import { textOf } from '#lib/messages/text.ts'
import { barePage, errorPage, escaped } from '#lib/oauth/error-page.ts'
import type { Language } from '#lib/values/language.ts'
import type { CheckoutForm, Gateway } from './acquirer.ts'

/** What a payer's browser asks of the pages below `pagesUrl`: the way to the gateway, and the way back with its form. */
export type GatewayRequest = {
  reference: string
  /** The fields of the gateway's form, or none for its cancel URL; absent on the way there. */
  returned?: Record<string, string>
  language: Language
}

type Reply = { status: number; text: string; headers: Record<string, string> }

/**
 * Sends a payer to the hosted checkout of the gateway and, when they come back, to where their payment began. That page asks
 * `status`, so a forged return leads there and has no other effect.
 */
export async function replyToPayer(gateway: Gateway, request: GatewayRequest): Promise<Reply> {
  const { reference, returned, language } = request
  if (returned !== undefined) await gateway.returned(reference, returned)
  const checkout = await gateway.checkout(reference)
  if (!checkout) return { ...htmlReply(language, 'gateway.not_found', ''), status: 404 }
  if (!checkout.form || returned !== undefined)
    return { status: 303, text: '', headers: { location: checkout.returnUrl, 'cache-control': 'no-store' } }
  return wayTo(checkout.form, language)
}

const SCRIPT = 'document.forms[0].submit()'
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

/** With script it goes on by itself, without by a button. */
function wayTo({ action, fields }: CheckoutForm, language: Language): Reply {
  const t = textOf(language)
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const { headers, ...reply } = htmlReply(
    language,
    'gateway.title',
    `<p>${escaped(t('gateway.note', { host: new URL(action).host }))}</p>
<form method="post" action="${escaped(action)}">${inputs.join('')}<button>${escaped(t('gateway.continue'))}</button></form>
<script>${SCRIPT}</script>`,
  )
  // A form may go where its redirects lead, too, and a gateway sends payers on to their banks.
  const policy = errorPage.policy
    .replace("script-src 'none'", `script-src 'sha256-${SCRIPT_HASH}'`)
    .replace("form-action 'none'", 'form-action https: http:')
  return { ...reply, headers: { ...headers, 'content-security-policy': policy } }
}

function htmlReply(language: Language, title: 'gateway.title' | 'gateway.not_found', body: string): Reply {
  return {
    status: 200,
    text: barePage(language, textOf(language)(title), body),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': errorPage.policy,
      'cache-control': 'no-store',
    },
  }
}
