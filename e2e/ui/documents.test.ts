import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { demo, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs, staffOf } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

const unique = () => randomBytes(6).toString('hex')

/** A unique file with the given name. */
async function paper(info: TestInfo, name: string): Promise<{ path: string; name: string; bytes: Buffer }> {
  const document = new PDFDocument({ size: 'A5' })
  document.fontSize(20).text(`Test paper ${unique()}`)
  document.end()
  return written(info, name, Buffer.concat(await document.toArray()))
}

async function photo(info: TestInfo, name: string) {
  const raw = { width: 64, height: 48, channels: 3 } as const
  return written(
    info,
    name,
    await sharp(randomBytes(64 * 48 * 3), { raw })
      .png()
      .toBuffer(),
  )
}

function written(info: TestInfo, name: string, bytes: Buffer) {
  const path = info.outputPath(name)
  writeFileSync(path, bytes)
  return { path, name, bytes }
}

const chooser = (page: Page) => page.locator('form[action="/api/documents"] input[type=file]')
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' })
const ready = (page: Page) => page.getByRole('button', { name: 'Choose files' }).waitFor()

/** Uploads with the form of the page. @returns the IDs, in the order of the files */
async function upload(page: Page, ...files: { path: string; name: string }[]): Promise<string[]> {
  await ready(page)
  await chooser(page).setInputFiles(files.map(({ path }) => path))
  const ids = []
  for (const { name } of files) {
    const link = uploads(page).getByRole('link', { name, exact: true })
    await link.waitFor()
    ids.push((await link.getAttribute('href'))?.split('/').at(-1) ?? '')
  }
  return ids
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a file is uploaded with a bar that moves, looked at, and downloaded as it was', async ({
  page,
}, info) => {
  const file = await paper(info, 'Größe ₹5 “signed”.pdf')
  await openAs(page, 'support', '/documents')
  await ready(page)
  await page.getByRole('combobox', { name: 'Purpose' }).selectOption('Dispute evidence')
  // Slow enough for the progress to be visible.
  const client = await page.context().newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 200,
    downloadThroughput: -1,
    uploadThroughput: 1000,
  })
  await chooser(page).setInputFiles(file.path)
  await expect(page.getByRole('progressbar', { name: `Upload of ${file.name}` })).toBeVisible()
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const link = uploads(page).getByRole('link', { name: file.name })
  await link.waitFor({ timeout: 120_000 })
  await expect(page.getByRole('row', { name: file.name }).first()).toContainText('Dispute evidence')
  await link.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(file.name)
  const stub = page.getByRole('complementary', { name: 'Details' })
  await expect(stub).toContainText(digest(file.bytes))
  await expect(stub).toContainText(staffOf('support').email)
  const picture = page.getByRole('img', { name: `First page of ${file.name}` })
  // Drawing a document may take 20 seconds (lib/storage/preview/draw.ts), beside the start of its process.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight), { timeout: 120_000 })
    .toBe(1600)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(file.name)
  expect(readFileSync(await download.path()).equals(file.bytes)).toBe(true)
})

test('several files are uploaded one after the other, and a rejected one shows why beside its name', async ({
  page,
}, info) => {
  const good = await paper(info, `good-${unique()}.pdf`)
  const later = await photo(info, `later-${unique()}.png`)
  const disguised = written(info, 'disguised.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const empty = written(info, 'empty.pdf', Buffer.alloc(0))
  await openAs(page, 'owner', '/documents')
  await ready(page)
  await chooser(page).setInputFiles([good.path, disguised.path, empty.path, later.path])
  const line = (name: string) => uploads(page).getByRole('listitem').filter({ hasText: name })
  await expect(line(later.name).getByRole('link')).toBeVisible()
  await expect(line(good.name).getByRole('link')).toBeVisible()
  await expect(line('disguised.png')).toContainText("isn't a PDF, PNG or JPEG")
  await expect(line('empty.pdf')).toContainText('The file is empty')
  await expect(page.getByRole('row', { name: good.name })).toBeVisible()
  await line('disguised.png')
    .getByRole('button', { name: /Remove disguised.png from this list/ })
    .click()
  await expect(line('disguised.png')).toHaveCount(0)
})

test('a file can be dropped anywhere and pasted', async ({ page }, info) => {
  const dropped = await photo(info, `dropped-${unique()}.png`)
  const pasted = await photo(info, `pasted-${unique()}.png`)
  await openAs(page, 'owner', '/documents')
  await ready(page)
  for (const [type, { name, bytes }] of [
    ['drop', dropped],
    ['paste', pasted],
  ] as const) {
    await page.evaluate(
      ({ type, name, bytes }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name))
        const given = { bubbles: true, cancelable: true }
        const event =
          type === 'drop'
            ? new DragEvent('drop', { ...given, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...given, clipboardData: transfer })
        document.body.dispatchEvent(event)
      },
      { type, name, bytes: bytes.toString('base64') },
    )
    await expect(uploads(page).getByRole('link', { name })).toBeVisible()
  }
})

test('what is ticked comes as one archive, with names that differ', async ({ page }, info) => {
  const files = [await paper(info, 'a.pdf'), await photo(info, 'b.png')]
  await openAs(page, 'finance', '/documents')
  const [first, second] = await upload(page, ...files)
  const again = await photo(info, 'B.png')
  const [third] = await upload(page, again)
  for (const id of [first, second, third]) await page.locator(`input[name=ids][value=${id}]`).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as zip' }).click()
  const archive = await (await downloading).path()
  const content = (name: string) =>
    execFileSync('python3', ['-c', READ, archive, name], { maxBuffer: 10_000_000 })
  const names = execFileSync('python3', ['-c', LIST, archive]).toString().trim().split('\n')
  expect(names.map((name) => name.toLowerCase()).sort()).toEqual(['a.pdf', 'b (2).png', 'b.png'])
  const found = names.map((name) => digest(content(name)))
  expect(found.sort()).toEqual([...files, again].map(({ bytes }) => digest(bytes)).sort())
})
const LIST = 'import sys, zipfile\nfor n in zipfile.ZipFile(sys.argv[1]).namelist(): print(n)'
const READ = 'import sys, zipfile\nsys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))'

test('a document is attached to a payment, found from both sides, and taken off', async ({ page }, info) => {
  const file = await paper(info, `evidence-${unique()}.pdf`)
  await openAs(page, 'support', '/payments?status=captured')
  const payment = await page.locator('main a.row-link').first().getAttribute('href')
  await page.goto(payment ?? '')
  await page.getByText('Attach document').click()
  const [id] = await upload(page, file)
  const attached = page.locator('aside li').filter({ hasText: file.name })
  await expect(attached.getByRole('link', { name: file.name }).first()).toBeVisible()
  // However long its name is, it stays within the stub.
  const edge = async (part: Locator) => part.evaluate((node) => node.getBoundingClientRect().right)
  expect(await edge(attached.first())).toBeLessThan(
    await edge(page.getByRole('complementary', { name: 'Details' })),
  )

  await page.goto(`/${id}`)
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`))
  const stub = page.getByRole('complementary', { name: 'Details' })
  const paymentId = payment?.split('/').at(-1) ?? ''
  await expect(stub.getByRole('link', { name: paymentId })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Document attached' })).toContainText(paymentId)
  await stub.getByRole('button', { name: `Detach from ${paymentId}` }).click()
  await expect(stub).toContainText('None.')

  await stub.getByLabel('Attach to').fill('pay_NfLw3gQ81xRt0a')
  await stub.getByRole('button', { name: 'Attach' }).click()
  await expect(stub).toContainText('There is no record pay_NfLw3gQ81xRt0a')
  await stub.getByLabel('Attach to').fill(paymentId)
  // The options of the field lie over the button until one is chosen.
  await stub.getByRole('option', { name: paymentId }).click()
  await stub.getByRole('button', { name: 'Attach' }).click()
  await expect(stub.getByRole('link', { name: paymentId })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a form uploads a file, shows why one is rejected, and downloads an archive', async ({
    page,
  }, info) => {
    const file = await photo(info, `plain-${unique()}.png`)
    await openAs(page, 'finance', '/documents')
    await page.getByRole('combobox', { name: 'Purpose' }).selectOption('KYC proof')
    await chooser(page).setInputFiles(file.path)
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page).toHaveURL(/\/documents\/doc_/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(file.name)
    const id = page.url().split('/').at(-1)

    await page.goto('/documents')
    await chooser(page).setInputFiles(written(info, 'no.png', Buffer.from('no picture')).path)
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.locator('form[action="/api/documents"]')).toContainText("isn't a PDF, PNG or JPEG")

    await page.locator(`input[name=ids][value=${id}]`).check()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as zip' }).click()
    expect((await downloading).suggestedFilename()).toBe('documents-1.zip')
  })
})

test('bytes are given to who is signed in, in a sandbox, and to no other account', async ({
  page,
  browser,
}, info) => {
  const file = await paper(info, `secret-${unique()}.pdf`)
  await openAs(page, 'owner', '/documents')
  const [id] = await upload(page, file)
  for (const path of ['content', 'preview?size=large']) {
    const address = `/api/documents/${id}/${path}`
    const own = await page.request.get(address)
    expect(own.status()).toBe(200)
    expect(own.headers()).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const stranger = await browser.newContext({ baseURL: demo().base_url })
    expect((await stranger.request.get(address)).status()).toBe(401)
    await stranger.close()
    // The live account of the same merchant is another account.
    await page.context().addCookies([{ name: 'counterfoil-mode', value: 'live', url: demo().base_url }])
    const live = await page.request.get(address)
    expect(live.status()).toBe(404)
    await page.context().addCookies([{ name: 'counterfoil-mode', value: 'test', url: demo().base_url }])
  }
})

test('another site cannot upload with the cookies of a user', async ({ page }) => {
  await openAs(page, 'owner', '/documents')
  const response = await page.request.post('/api/documents', {
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    multipart: {
      purpose: 'other',
      file: { name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') },
    },
  })
  expect(response.status()).toBe(403)
})

test('a viewer sees documents, and why none can be uploaded', async ({ page }) => {
  await openAs(page, 'viewer', '/documents')
  await expect(page.getByText(/^Uploading: .*documents:write/)).toBeVisible()
  await expect(page.locator('form[action="/api/documents"]')).toHaveCount(0)
  await page.locator('main a.row-link').first().click()
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Attach' })).toHaveCount(0)
})

test('filters find by name, type and use', async ({ page }, info) => {
  const name = `findme-${unique()}.pdf`
  await openAs(page, 'owner', '/documents')
  await upload(page, await paper(info, name))
  await page.goto(`/documents?name=${name.slice(0, -4)}&type=application/pdf&used=0`)
  await expect(page.locator('main a.row-link')).toHaveText([name])
  await page.goto(`/documents?name=${name}&type=image/png`)
  await expect(page.getByText('No documents match these filters')).toBeVisible()
  await page.goto('/documents?type=text/html')
  await expect(page.getByText('Invalid filter')).toBeVisible()
})

test('the pages can be used by everyone, at any size', async ({ page }) => {
  await openAs(page, 'owner', '/documents')
  await ready(page)
  await page.locator('input[name=ids]').first().check()
  // Tall enough for all rows: in a lower window the bar of selected rows lies over the last ones, until one scrolls.
  await expectUsable(page, [
    { width: 1280, height: 3000 },
    { width: 390, height: 5000 },
  ])
  await page.locator('main a.row-link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForURL(/\/documents\/doc_/)
  await expectUsable(page)
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('selected documents are attached to a record that is found by its receipt, after a check', async ({
      page,
      browser,
    }, info) => {
      const receipt = unique()
      const { id: payment } = await makePayment({ receipt })
      const files = [await paper(info, `first-${unique()}.pdf`), await paper(info, `second-${unique()}.pdf`)]
      // Uploads take the script.
      const context = await browser.newContext({ javaScriptEnabled: true })
      const uploader = await context.newPage()
      await openAs(uploader, 'support', '/documents')
      const ids = await upload(uploader, ...files)
      await context.close()
      await openAs(page, 'support', '/documents')
      for (const id of ids) await page.locator(`input[name=ids][value=${id}]`).check()
      await page.getByRole('button', { name: 'Attach', exact: true }).click()
      await expect(page.getByRole('table', { name: 'Selected documents' })).toContainText(
        files[0]?.name ?? '',
      )
      if (javaScriptEnabled) {
        await expectUsable(page)
        await page.getByLabel('Attach to').fill(receipt)
        await page.getByRole('option', { name: payment }).click()
      } else {
        await page.getByLabel('Attach to').fill(receipt)
        await page.getByRole('button', { name: 'Find record' }).click()
        await page.getByRole('link', { name: payment }).click()
      }
      await expect(page.getByText('Will be attached')).toHaveCount(2)
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByRole('button', { name: 'Attach 2 documents' }).click()
      await page.waitForURL(`**/payments/${payment}`)
      for (const { name } of files)
        await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(name)
    })

    test('a document is attached to selected payments, orders and refunds, after a check', async ({
      page,
      browser,
    }, info) => {
      const receipt = unique()
      const [first, second] = [await makePayment({ receipt }), await makePayment({ receipt })]
      const file = await paper(info, `manifest-${unique()}.pdf`)
      const context = await browser.newContext({ javaScriptEnabled: true })
      const uploader = await context.newPage()
      await openAs(uploader, 'support', '/documents')
      const [id = ''] = await upload(uploader, file)
      await context.close()
      await openAs(page, 'support', `/payments?order=${receipt}`)
      for (const one of [first, second]) await page.locator(`input[name=ids][value=${one.id}]`).check()
      await page.getByRole('button', { name: 'Attach document' }).click()
      const table = page.getByRole('table', { name: 'Selected records' })
      await expect(table).toContainText(first.id)
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByLabel('Document', { exact: true }).fill(file.name.slice(0, 12))
      await page.getByRole('button', { name: 'Find document' }).click()
      await page.getByRole('link', { name: file.name }).click()
      await expect(page.getByText('Will be attached')).toHaveCount(2)
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByRole('button', { name: 'Attach to 2 payments' }).click()
      await page.waitForURL(`**/documents/${id}`)
      await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(first.id)
      await page.goto(`/documents/attach-to?of=payments&ids=${first.id}&document=${id}`)
      await expect(page.getByText('Attached to all already')).toBeVisible()
      for (const list of ['orders', 'refunds']) {
        await page.goto(`/${list}`)
        await page.locator('input[name=ids]').first().check()
        await page.getByRole('button', { name: 'Attach document' }).click()
        await expect(table).toBeVisible()
      }
      await page.goto('/documents/attach-to?of=orders')
      await expect(page.getByText('No orders selected')).toBeVisible()
      await openAs(page, 'viewer', `/documents/attach-to?of=payments&ids=${first.id}`)
      await expect(page.getByText("You can't attach documents")).toBeVisible()
    })
  })
