import { createHash } from 'node:crypto'
import { textOf } from '#lib/messages/text.ts'
import { barePage, errorPage, escaped } from '#lib/oauth/error-page.ts'
import type { PayerPage, PayerRequest } from '#lib/ports/acquirer.ts'
import type { Language } from '#lib/values/language.ts'
import type { CheckoutForm, Gateway } from './gateway.ts'
import { signedReturn } from './signature.ts'

/**
 * Sends a payer to the hosted checkout of the gateway and, when they come back, to where their payment began. That page asks
 * the gateway, so a forged return leads there and has no other effect.
 */
export async function replyToPayer(gateway: Gateway, request: PayerRequest): Promise<PayerPage> {
  const { reference, returned, language, details } = request
  const back = returned && (await gateway.returned(reference, returned))
  const checkout = await gateway.checkout(reference, details)
  if (!checkout) return { ...pageOf(language, 'gateway.not_found', ''), status: 404 }
  const { form, returnUrl } = checkout
  if (!back && form) return wayTo(form, language)
  const forged = back?.outcome === 'invalid'
  const location = forged ? returnUrl : signedReturn(gateway.returnSecrets, returnUrl, reference, Date.now())
  return { status: 303, text: '', headers: { location, 'cache-control': 'no-store' }, forged }
}

/** What a payer reads while the gateway does not respond. */
export function unavailablePage(language: Language): PayerPage {
  const note = `<p>${escaped(textOf(language)('gateway.unavailable_note'))}</p>`
  return { ...pageOf(language, 'gateway.unavailable', note), status: 502 }
}

const SCRIPT = 'document.forms[0].submit()'
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

/** With script it goes on by itself, without by a button. */
function wayTo({ action, fields }: CheckoutForm, language: Language): PayerPage {
  const t = textOf(language)
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const { headers, ...page } = pageOf(
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
  return { ...page, headers: { ...headers, 'content-security-policy': policy } }
}

function pageOf(
  language: Language,
  title: 'gateway.title' | 'gateway.not_found' | 'gateway.unavailable',
  body: string,
): PayerPage {
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
