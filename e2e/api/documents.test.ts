import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import Razorpay from 'razorpay'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { SMALL } from '#lib/testing/files.ts'

type Reply = Record<string, unknown>

/** The stock client with nothing changed but its host. */
function client() {
  const { key_id, key_secret } = demo().test
  const razorpay = new Razorpay({ key_id, key_secret })
  const { rq } = (razorpay as unknown as { api: { rq: { defaults: { baseURL: string } } } }).api
  rq.defaults.baseURL = demo().base_url
  return razorpay as unknown as {
    documents: {
      create(params: { file: { value: unknown }; purpose: string }): Promise<Reply>
      fetch(id: string): Promise<Reply>
    }
  }
}

const authorization = () => {
  const { key_id, key_secret } = demo().test
  return `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
}

test('the stock client uploads a file of the disk, and fetches its metadata', async ({ request }, info) => {
  const path = info.outputPath('रसीद 5.pdf')
  await writeFile(path, SMALL.pdf)
  const sent = await client().documents.create({
    file: { value: createReadStream(path) },
    purpose: 'dispute_evidence',
  })
  expect(sent).toMatchObject({
    entity: 'document',
    purpose: 'dispute_evidence',
    name: 'रसीद 5.pdf',
    mime_type: 'application/pdf',
    size: SMALL.pdf.length,
    sha256: createHash('sha256').update(SMALL.pdf).digest('hex'),
  })
  expect(await client().documents.fetch(String(sent.id))).toEqual(sent)

  const content = await request.get(`/v1/documents/${sent.id}/content`, {
    headers: { authorization: authorization() },
  })
  expect((await content.body()).equals(SMALL.pdf)).toBe(true)
  expect(content.headers()['content-disposition']).toContain(
    "filename*=UTF-8''%E0%A4%B0%E0%A4%B8%E0%A5%80%E0%A4%A6%205.pdf",
  )
})

test('the stock client uploads bytes of the memory, which have no name', async () => {
  const sent = await client().documents.create({ file: { value: SMALL.jpeg }, purpose: 'other' })
  expect(sent).toMatchObject({ name: 'document.jpg', mime_type: 'image/jpeg' })
})

test('the stock client gets the reason why a file is rejected', async () => {
  const errorOf = client().documents.create({ file: { value: Buffer.from('<svg/>') }, purpose: 'other' })
  await expect(errorOf).rejects.toMatchObject({
    statusCode: 400,
    error: { code: 'BAD_REQUEST_ERROR', reason: 'document_type_not_supported', field: 'file' },
  })
})

test('fetch uploads as it writes forms, and the list has it', async () => {
  const form = new FormData()
  form.append('purpose', 'kyc_proof')
  form.append('file', new Blob([SMALL.png], { type: 'text/html' }), 'page.html')
  const headers = { authorization: authorization() }
  const response = await fetch(`${demo().base_url}/v1/documents`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(201)
  const { id, mime_type } = (await response.json()) as Reply
  expect(mime_type).toBe('image/png')
  const list = await fetch(`${demo().base_url}/v1/documents?purpose=kyc_proof`, { headers })
  const { items } = (await list.json()) as { items: Reply[] }
  expect(items.map((item) => item.id)).toContain(id)
})
