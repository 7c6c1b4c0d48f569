import { createHash } from 'node:crypto'

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f3ec, #171613); color: light-dark(#1d1b16, #ece8df); font: 16px/1.5 system-ui, sans-serif }
main { box-sizing: border-box; max-width: 34rem; margin: 1rem; padding: 2rem; background: light-dark(#fffdf8, #1f1d19); border: 1px solid light-dark(#d9d3c5, #3a372f) }
h1 { margin: 0 0 1rem; font-size: 1.25rem }
p { margin: 0 0 1rem }
code { overflow-wrap: anywhere }
`

/**
 * What a person sees when a client or its address is wrong: a page of our own, since to send them on to an address
 * that nobody has vouched for is what such a request is after. No script, nothing loaded.
 */
export const errorPage = {
  policy: `default-src 'none'; script-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,

  /** @param error the code of OAuth @param description what the engine says of it */
  html(error: string, description: string | undefined): string {
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This request cannot be answered · Counterfoil</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>This request cannot be answered</h1>
<p>A program sent you here to connect to your account, but its request is not right, so you are not sent back to it. Nothing was granted.</p>
<p>${escaped(sentenceOf(error))}</p>
<p>For whoever made the program: <code>${escaped(error)}${description ? `: ${escaped(description)}` : ''}</code></p>
<p>You can close this page.</p>
</main>
</body>
</html>
`
  },
}

function sentenceOf(error: string): string {
  if (error === 'invalid_client') return 'It names itself with an id that is not registered here.'
  if (error === 'invalid_redirect_uri')
    return 'The address that it wants you sent back to is not one that it registered.'
  if (/session|interaction|expired/i.test(error))
    return 'It has waited too long, or was begun in another browser. Start again from the program.'
  return 'Start again from the program; if it happens again, tell whoever made it.'
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
