import { createHash } from 'node:crypto'
import { pageStyles } from '#lib/stylesheet.ts'

/** The look of the consent screen, which the person has just seen; the faces of the machine, since nothing is loaded. */
const STYLE = pageStyles('components/consent/consent.css')

/**
 * The error page for an invalid client or redirect URI: a page of our own, since a redirect to an unverified URL is
 * what such a request is after. No script, nothing loaded.
 */
export const errorPage = {
  policy: `default-src 'none'; script-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,

  /** @param error the code of OAuth @param description what the engine says of it @param clientId as the app named itself */
  html(error: string, description: string | undefined, clientId = ''): string {
    if (isOver(error, description)) return answered()
    if (error === 'temporarily_unavailable') return busy(description)
    return page(
      'This request is invalid',
      `<p>An app sent you here to connect to your account, but its request is invalid. Access was not granted, and you were not sent back to the app.</p>
<p>${escaped(sentenceOf(error, clientId))}</p>
<p class="quiet">For the app's developer: ${escaped(error)}${description ? `: ${escaped(description)}` : ''}</p>
<p>You can close this page.</p>`,
    )
  },

  /** Shown in place of a consent request that was decided or has expired. */
  answered,
}

function answered(): string {
  return page(
    'This request was already decided or has expired',
    `<p>You may have already decided it, it may have waited too long, or it was started in another browser.</p> <p>See what you have allowed under <a href="/connected-apps">Connected apps</a>. To connect an app, start again from the app.</p>`,
  )
}

function busy(description = ''): string {
  return page(
    'Try again in a few minutes',
    `<p>${escaped(description)}</p> <p>Access was not granted. Start again from the app later.</p>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Counterfoil</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<section>
<h1>${title}</h1>
${body}
</section>
</main>
</body>
</html>
`
}

/** Whether the engine says of a request that was right once that it is gone. */
function isOver(error: string, description = ''): boolean {
  return /session|interaction|expired/i.test(`${error} ${description}`)
}

function sentenceOf(error: string, clientId: string): string {
  const document = /^https?:\/\//i.test(clientId)
  if (document && /^invalid_client/.test(error))
    return `The client ID is the URL ${clientId.slice(0, 200)}, but no valid client metadata document was found there. It must be JSON at a public https URL, with the same URL as client_id, a client_name and redirect_uris.`
  if (error === 'invalid_client') return 'The client ID is not registered on this server.'
  if (error === 'invalid_redirect_uri') return 'The redirect URI is not registered for this app.'
  return "Start again from the app. If it happens again, contact the app's developer."
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
