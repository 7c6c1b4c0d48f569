import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { frameworkScripts, pageScripts, scriptBytes, weightsOf } from '#bench/page-scripts.ts'

const ROOT = '/_next/static/chunks/root.js'
const OWN = '/_next/static/chunks/own.js'
const FILES: Record<string, string> = {
  '/': `<link rel="preload" as="script" href="${ROOT}?v=1"><link rel="stylesheet" href="/a.css">
    <script src="${ROOT}?v=1" async=""></script><script src="${OWN}"></script>
    <script src="/_next/static/chunks/old.js" noModule=""></script><script>"/none.js"</script>`,
  [ROOT]: 'framework();'.repeat(50),
  [OWN]: 'page();',
}
const weight = (path: string) => gzipSync(Buffer.from(FILES[path] ?? '')).byteLength

describe('the scripts of a page', () => {
  test('are those that its HTML names, each once', async () => {
    const server = createServer((request, response) => {
      const body = FILES[new URL(request.url ?? '', 'http://localhost').pathname]
      response.writeHead(body === undefined ? 404 : 200).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const scripts = await pageScripts(url)
      expect([...scripts]).toEqual([ROOT, OWN].map((path) => [path, weight(path)]))
      expect(await scriptBytes(url)).toBe(weight(ROOT) + weight(OWN))
      await expect(pageScripts(`${url}missing`)).rejects.toThrow('responds with 404')
    } finally {
      server.close()
    }
  })

  test('are told apart from the framework that all pages of the dashboard share', () => {
    const framework = [
      ['/_next/a.js', 100 * 1024],
      ['/_next/b.js', 29 * 1024],
    ] as const
    const pages = {
      overview: new Map([...framework, ['/_next/o.js', 20 * 1024]]),
      payment: new Map([...framework, ['/_next/p.js', 28 * 1024]]),
      checkout: new Map([['/checkout.js', 3 * 1024]]),
    }
    const names = new Set(framework.map(([path]) => path))
    const figures = weightsOf(pages, names).map(({ what, value, unit }) => [what, `${value} ${unit}`])
    expect(figures).toEqual([
      ['scripts of the overview page, gzip', '149 KB'],
      ['scripts of the payment page, gzip', '157 KB'],
      ['scripts of the checkout page, gzip', '3 KB'],
      ['scripts of Next and React, shared by all pages of the dashboard, gzip', '129 KB'],
      ['scripts of the overview page without Next and React, gzip', '20 KB'],
      ['scripts of the payment page without Next and React, gzip', '28 KB'],
    ])
    pages.payment.delete('/_next/b.js')
    expect(() => weightsOf(pages, names)).toThrow('different parts')
  })

  test('of the framework stand in the manifest of the build', () => {
    const build = mkdtempSync(join(tmpdir(), 'build-'))
    try {
      const manifest = { polyfillFiles: ['static/chunks/old.js'], rootMainFiles: ['static/chunks/root.js'] }
      writeFileSync(join(build, 'build-manifest.json'), JSON.stringify(manifest))
      expect(frameworkScripts(build)).toEqual(new Set([ROOT]))
    } finally {
      rmSync(build, { recursive: true })
    }
  })
})
