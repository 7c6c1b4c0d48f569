import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { sendMailAgain } from '#lib/domain/mails/send.ts'
import { sendBill } from '#lib/domain/mails/send-bill.ts'
import { removeLogo, setLogo } from '#lib/domain/merchants/update-business.ts'
import { smtpMailer } from '#lib/mail/smtp.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'

/** A real mail server on this machine, which accepts, defers or rejects. */
async function openPost() {
  const taken: { to: string[]; text: string }[] = []
  let refuse = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refuse ? Object.assign(new Error('No.'), { responseCode: refuse }) : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (bytes: Buffer) => {
        text += bytes.toString()
      })
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    response(code: number) {
      refuse = code
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function billIn(
  instance: Instance,
  more: { status?: string; email?: string | null } = {},
): Promise<string> {
  const id = newId('bill', instance.now() * 1000)
  const status = more.status ?? 'issued'
  await instance.database.prisma.bills.create({
    data: {
      account_id: instance.actor.account.id,
      id,
      token: randomBytes(24).toString('base64url'),
      status,
      receipt_number: id,
      receipt_type: 'tax_invoice',
      receipt_timestamp: instance.now(),
      business_category: 'other_services',
      currency: 'INR',
      amount: 123_450,
      body: {},
      customer_name: 'Asha <b>& Co',
      email: more.email === undefined ? 'asha@example.com' : more.email,
      created_at: instance.now(),
      updated_at: instance.now(),
      deleted_at: status === 'deleted' ? instance.now() : null,
    },
  })
  return id
}

/** Gives the merchant a logo of 200 by 60 pixels. */
async function logoIn(instance: Instance): Promise<{ png: string; hash: string }> {
  const background = { r: 20, g: 90, b: randomBytes(1)[0] ?? 0 }
  const bytes = await sharp({ create: { width: 200, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
  const png = bytes.toString('base64')
  const { logo } = await instance.run(setLogo, { png, width: 200, height: 60 }, undefined, instance.system)
  return { png, hash: logo?.hash ?? '' }
}

const deliveryOf = async (instance: Instance, id: string) =>
  (await instance.database.prisma.bills.findFirstOrThrow({ where: { id } })).delivery_status
const outboxOf = async (instance: Instance) =>
  instance.run(listMailsForDashboard, {}, undefined, instance.system)

describe('with a server for mail', () => {
  let instance: Instance
  let post: Awaited<ReturnType<typeof openPost>>
  beforeAll(async () => {
    post = await openPost()
    instance = await openInstance({
      settings: { SMTP_URL: post.url, MAIL_FROM: 'Test Stores <bills@shop.example>' },
    })
  })
  afterAll(async () => {
    await instance.close()
    await post.close()
  })

  it('a bill is sent with its address, and its text cannot become markup', async () => {
    const id = await billIn(instance)
    const mail = await instance.run(sendBill, { id })
    expect(mail).toMatchObject({ status: 'queued', recipient: 'asha@example.com' })
    expect(await deliveryOf(instance, id)).toBe('queued')
    await instance.pass(1)
    const sent = await instance.run(getMailDetails, { id: mail.id }, undefined, instance.system)
    expect(sent).toMatchObject({ status: 'sent', attempts: 1, error: null })
    expect(sent.html).not.toContain('<b>')
    expect(sent.text).toContain('₹1,234.50')
    expect(await deliveryOf(instance, id)).toBe('sent')
    const { to, text } = post.taken.at(-1) ?? { to: [], text: '' }
    expect(to).toEqual(['asha@example.com'])
    expect(text).toContain(`Message-ID: <${mail.id}@shop.example>`)
    expect(text).toMatch(/\/bill\/[\w=\r\n-]{20,}/)
  })

  it('is retried while the server defers it, and fails when the server rejects it for good', async () => {
    const later = await instance.run(sendBill, { id: await billIn(instance), email: 'later@example.com' })
    post.response(451)
    await instance.pass(1)
    expect(await instance.run(getMailDetails, { id: later.id }, undefined, instance.system)).toMatchObject({
      status: 'queued',
      attempts: 1,
      error: expect.stringContaining('451'),
    })
    post.response(0)
    await instance.pass(61)
    expect(await instance.run(getMailDetails, { id: later.id }, undefined, instance.system)).toMatchObject({
      status: 'sent',
      attempts: 2,
    })
    const bill = await billIn(instance)
    const never = await instance.run(sendBill, { id: bill, email: 'never@example.com' })
    post.response(550)
    await instance.pass(1)
    expect(await instance.run(getMailDetails, { id: never.id }, undefined, instance.system)).toMatchObject({
      status: 'failed',
      attempts: 1,
    })
    expect(await deliveryOf(instance, bill)).toBe('failed')
    post.response(0)
    await instance.run(sendMailAgain, { id: never.id }, undefined, instance.system)
    await expect(
      instance.run(sendMailAgain, { id: never.id }, undefined, instance.system),
    ).rejects.toMatchObject({
      reason: 'mail_queued_already',
    })
    await instance.pass(1)
    expect(await deliveryOf(instance, bill)).toBe('sent')
  })

  it('gives up after ten tries', async () => {
    const mail = await instance.run(sendBill, { id: await billIn(instance) })
    post.response(421)
    await instance.pass(36_000)
    post.response(0)
    expect(await instance.run(getMailDetails, { id: mail.id }, undefined, instance.system)).toMatchObject({
      status: 'failed',
      attempts: 10,
    })
  })

  it('rejects a bill without an address, a deleted one, and one of another account', async () => {
    const reasonOf = (input: { id: string; email?: string }) =>
      instance.run(sendBill, input).then(
        () => null,
        (error) => error.reason,
      )
    expect(await reasonOf({ id: await billIn(instance, { email: null }) })).toBe('input_validation_failed')
    expect(await reasonOf({ id: await billIn(instance, { status: 'deleted' }) })).toBe('bill_deleted')
    expect(await reasonOf({ id: newId('bill', instance.now() * 1000) })).toBe('record_not_found')
    expect(await reasonOf({ id: await billIn(instance), email: 'a@b.example, c@d.example' })).toBe(
      'input_validation_failed',
    )
  })

  it('an email to a customer brings the logo of the merchant with it, and loads nothing', async () => {
    const { png, hash } = await logoIn(instance)
    const mail = await instance.run(sendBill, { id: await billIn(instance) })
    await instance.pass(1)
    const { text: sent } = post.taken.at(-1) ?? { text: '' }
    const [, boundary = ''] = /Content-Type: multipart\/related;[^;]*;?\s+boundary="([^"]+)"/.exec(sent) ?? []
    const picture = sent.split(`--${boundary}`).find((part) => part.includes('image/png')) ?? ''
    const [head = '', body = ''] = picture.trim().split('\r\n\r\n')
    expect(head).toContain(`Content-ID: <${hash.slice(0, 32)}@logo>`)
    expect(head).toContain('Content-Disposition: inline; filename=logo.png')
    expect(body.replace(/\s/g, '').split('--')[0]).toBe(png)
    expect(sent).not.toMatch(/src=3D"http|src="http/)
    // The text part is as it is without a logo.
    const [, plain = ''] = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(sent) ?? []
    expect(plain).toMatch(/^Hello Asha/)
    expect(plain).not.toContain('logo')
    // Staff see the picture in the email itself.
    const found = await instance.run(getMailDetails, { id: mail.id }, undefined, instance.system)
    expect(found.html).toContain(`<img src="data:image/png;base64,${png}" width="100" height="30"`)
    // An earlier logo stays with its email; the next email has none.
    await instance.run(removeLogo, {}, undefined, instance.system)
    const again = await instance.run(getMailDetails, { id: mail.id }, undefined, instance.system)
    expect(again.html).toBe(found.html)
    await instance.run(sendBill, { id: await billIn(instance) })
    await instance.pass(1)
    expect(post.taken.at(-1)?.text).not.toMatch(/multipart\/related|<img/)
  })

  it('no other email has a logo: one of another merchant, for staff, or with one that was typed', async () => {
    const { hash } = await logoIn(instance)
    const { prisma } = instance.database
    const image = `<img src="cid:${hash.slice(0, 32)}@logo" width="1" height="1" alt="">`
    const shown = async (data: { kind?: string; html?: string }) => {
      const { id } = await instance.run(sendBill, { id: await billIn(instance) })
      await prisma.mails.updateMany({ where: { id }, data })
      const mail = await instance.run(getMailDetails, { id }, undefined, instance.system)
      return /<img[^>]*>/.exec(mail.html)?.[0] ?? null
    }
    expect(await shown({})).toContain('data:image/png')
    expect(await shown({ kind: 'mention', html: image })).toBeNull()
    expect(await shown({ html: image.replace(hash.slice(0, 32), 'a'.repeat(32)) })).toBeNull()
    expect(await shown({ html: `&lt;img src=&quot;cid:${hash.slice(0, 32)}@logo&quot;&gt;` })).toBeNull()
    // The database bounds what travels with each email.
    const larger = { where: { hash }, data: { png: new Uint8Array(200_001) } }
    await expect(prisma.logos.updateMany(larger)).rejects.toThrow(/logos_small/)
  })

  it('a server that is away only puts it off', async () => {
    const mailer = smtpMailer('smtp://127.0.0.1:1', 'bills@shop.example')
    const letter = { id: 'mail_1', to: 'a@example.com', subject: 's', text: 't', html: 'h', images: [] }
    await expect(mailer.send(letter)).rejects.toMatchObject({ name: 'Error' })
  })
})

describe('without a server for mail', () => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance()
  })
  afterAll(() => instance.close())

  it('a mail is kept to be read', async () => {
    const id = await billIn(instance)
    await instance.run(sendBill, { id })
    await instance.pass(1)
    expect(await outboxOf(instance)).toMatchObject({ total: 1, sends: false, items: [{ status: 'kept' }] })
    expect(await deliveryOf(instance, id)).toBe('kept')
  })

  it('is listed in pages, newest first', async () => {
    for (let count = 0; count < 4; count += 1) {
      await instance.run(sendBill, { id: await billIn(instance), email: `n${count}@example.com` })
      await instance.pass(1)
    }
    const page = (input: object) =>
      instance.run(listMailsForDashboard, { count: 2, ...input }, undefined, instance.system)
    const first = await page({})
    expect(first.items.map((mail) => mail.recipient)).toEqual(['n3@example.com', 'n2@example.com'])
    const second = await page({ after: first.items[1]?.id })
    expect(second.items.map((mail) => mail.recipient)).toEqual(['n1@example.com', 'n0@example.com'])
    expect([second.has_newer, second.has_older]).toEqual([true, true])
    expect((await page({ before: second.items[0]?.id })).items).toEqual(first.items)
    expect((await page({ recipient: 'n1@example.com' })).total).toBe(1)
  })
})
