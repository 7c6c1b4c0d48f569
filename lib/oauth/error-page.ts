import { createHash } from 'node:crypto'
import { stylesheet } from '#lib/stylesheet.ts'

/** The look of the consent screen, which the person has just seen; the faces of the machine, since nothing is loaded. */
const STYLE = stylesheet('components/ui/css/tokens.css') + stylesheet('components/consent/consent.css')

/**
 * What a person sees when a client or its address is wrong: a page of our own, since to send them on to an address
 * that nobody has vouched for is what such a request is after. No script, nothing loaded.
 */
export const errorPage = {
  policy: `default-src 'none'; script-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,

  /** @param error the code of OAuth @param description what the engine says of it @param clientId as the program named itself */
  html(error: string, description: string | undefined, clientId = ''): string {
    if (isOver(error, description)) return answered()
    if (error === 'temporarily_unavailable') return busy(description)
    return page(
      'This request cannot be answered',
      `<p>A program sent you here to connect to your account, but its request is not right, so you are not sent back to it. Nothing was allowed by it.</p>
<p>${escaped(sentenceOf(error, clientId))}</p>
<p class="quiet">For whoever made the program: ${escaped(error)}${description ? `: ${escaped(description)}` : ''}</p>
<p>You can close this page.</p>`,
    )
  },

  /** What is seen where a question was, once it was answered or its time is over. */
  answered,
}

function answered(): string {
  return page(
    'This request was answered or has expired',
    `<p>There is nothing to decide here any more: it was answered already, has waited too long, or was begun in another browser.</p>
<p>What is allowed you see under <a href="/connected-apps">Connected apps</a>. To connect a program, start again from the program.</p>`,
  )
}

function busy(description = ''): string {
  return page(
    'Try again in a few minutes',
    `<p>${escaped(description)}</p>
<p>Nothing was allowed. Start again from the app later.</p>`,
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
    return `It names itself by ${clientId.slice(0, 200)}, where a document about it should be. It could not be fetched from there, or is not fit: it must be at an https address that everybody can reach, be JSON, repeat that address as its client_id, and hold a client_name and redirect_uris.`
  if (error === 'invalid_client') return 'It names itself with an id that is not registered here.'
  if (error === 'invalid_redirect_uri')
    return 'The address that it wants you sent back to is not one that it registered.'
  return 'Start again from the program; if it happens again, tell whoever made it.'
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
