import { getRewrittenUrl, unstable_getResponseFromNextConfig } from 'next/experimental/testing/server'
import { expect, it } from 'vitest'
import nextConfig from '#next.config.mjs'

it.each([
  ['/orders/export?format=xlsx&status=paid', '/export/orders?format=xlsx&status=paid'],
  ['/settings/team/invitations/export', '/export/settings/team/invitations'],
  ['/webhooks/whk_1/export', '/export/webhooks/whk_1'],
  ['/payments/live?than=pay_1', '/live/payments?than=pay_1'],
  ['/exports/orders', null],
  ['/exports/files/exp_1', null],
  ['/orders/export/x', null],
])('%s is drawn by %s', async (sent, drawn) => {
  const url = `http://here${sent}`
  const response = await unstable_getResponseFromNextConfig({ url, nextConfig })
  expect(getRewrittenUrl(response)).toBe(drawn === null ? null : `http://here${drawn}`)
})
