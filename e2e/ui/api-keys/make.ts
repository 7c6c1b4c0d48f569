import type { Page } from '@playwright/test'

type Key = { id: string; secret: string }

/** A unique name. */
export function someName(what: string): string {
  return `${what} ${Math.random().toString(36).slice(2, 8)}`
}

/** Fills in the form of a key and submits it. */
export async function fillKey(
  page: Page,
  name: string,
  more: (page: Page) => Promise<void> = async () => {},
) {
  await page.getByLabel('Name').fill(name)
  await more(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
}

/** The key on the page that shows it once. */
export async function shownKey(page: Page): Promise<Key> {
  const secret = (await page.getByRole('button', { name: 'Copy secret' }).getAttribute('data-copy')) ?? ''
  const env =
    (await page.getByRole('button', { name: 'Copy .env, with the secret' }).getAttribute('data-copy')) ?? ''
  const id = /^COUNTERFOIL_KEY_ID=(\S+)$/m.exec(env)?.[1] ?? ''
  return { id, secret }
}

/** Calls the API with a key, from an IP address that a proxy on this machine names. */
export function call(
  { id, secret }: Key,
  path: string,
  ip = '203.0.113.9',
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${process.env.BASE_URL}${path}`, {
    ...init,
    headers: {
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      'user-agent': 'webshop/2.1',
      ...Object.fromEntries(new Headers(init.headers)),
    },
  })
}
