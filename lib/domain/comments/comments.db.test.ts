import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApprovalTimeline } from '#lib/domain/approvals/get-details.ts'
import { addComment } from '#lib/domain/comments/add.ts'
import { deleteComment } from '#lib/domain/comments/delete.ts'
import { fetchComments, fetchMentions, findColleagues } from '#lib/domain/comments/fetch.ts'
import type { Colleague, Comment } from '#lib/domain/comments/schema.ts'
import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { ROLES } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

let shop: ApprovalInstance
let owner: Actor
let payment: string
let settlement: string
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
  payment = String((await shop.shop.captured(10_000)).id)
  settlement = String((await shop.instance.run(settleNow, {}, undefined, shop.instance.system)).id)
})
afterAll(() => shop.instance.close())

// biome-ignore lint/suspicious/noExplicitAny: the results of several operations.
const run = (operation: Operation, input: object, as = owner): Promise<any> =>
  outcomeOf(shop.instance.run(operation, input, undefined, as))
const add = (text: string, as = owner, object_id = payment) => run(addComment, { object_id, text }, as)
const textOf = ({ pieces }: Comment) => pieces.map(({ text }) => text).join('')
const textsOf = async (as = owner) =>
  (await run(fetchComments, { object_id: payment }, as)).value.items.map(textOf)

describe('comments', () => {
  it.each(ROLES)('are read and written by each role: %s', async (role) => {
    const person = await shop.person(role)
    expect(await add(`from ${role}`, person)).toHaveProperty('value')
    expect(await textsOf(person)).toContain(`from ${role}`)
  })

  it('on a settlement need the permission for it', async () => {
    for (const role of ROLES) {
      const reason = (await add('Checked', await shop.person(role), settlement)).reason
      expect([role, reason]).toEqual([
        role,
        role === 'support' || role === 'developer' ? 'permission_denied' : undefined,
      ])
    }
  })

  it('are for people who are signed in', async () => {
    for (const actor of [shop.instance.actor, await shop.program(owner)]) {
      expect((await add('From outside', actor)).reason).toBe('permission_denied')
      expect((await run(fetchComments, { object_id: payment }, actor)).reason).toBe('permission_denied')
    }
  })

  it('email the people that they mention, once, and not their author', async () => {
    const [named, other] = [await shop.person('support'), await shop.person('viewer')]
    const { value } = await add(`@${named.name} and @${named.name}: see @${owner.name}`)
    expect(value.pieces.filter(({ mention }: { mention: boolean }) => mention)).toHaveLength(3)
    const { items } = await shop.instance.run(listMailsForDashboard, {}, undefined, owner)
    const mails = items.filter(({ kind }) => kind === 'mention')
    expect(mails.map(({ recipient, object_id }) => [recipient, object_id])).toEqual([[named.name, payment]])
    expect(mails.map(({ recipient }) => recipient)).not.toContain(other.name)
  })

  it('say whom their mentions reached, and which reached no one', async () => {
    const [named, quiet] = [await shop.person('support'), await shop.person('viewer')]
    await shop.instance.runtime.query(`UPDATE memberships SET muted_kinds = '{mention}' WHERE user_id = $1`, [
      quiet.id,
    ])
    const text = `@${named.name}, @${quiet.name}, @${owner.name}, @maya and @Maya: see hello@shop.example`
    const { value } = await add(text)
    expect(value.mentioned).toEqual({
      notified: [`A Person (${named.name})`],
      muted: [`A Person (${quiet.name})`],
      beyond: [],
      unmatched: ['maya'],
      sends: shop.instance.runtime.mailer !== null,
    })
    expect((await add('No mention')).value.mentioned).toEqual({
      notified: [],
      muted: [],
      beyond: [],
      unmatched: [],
      sends: shop.instance.runtime.mailer !== null,
    })
  })

  it('mention no one who cannot see the record', async () => {
    const support = await shop.person('support')
    const { value } = await add(`@${support.name}`, owner, settlement)
    expect(value.mentioned).toMatchObject({ notified: [], unmatched: [support.name] })
  })

  it('are listed for those whom they mention, by what they may see and for two weeks', async () => {
    const [named, other] = [await shop.person('finance'), await shop.person('finance')]
    const mentionsOf = async (who: Actor) =>
      (await shop.instance.run(fetchMentions, {}, undefined, who)).items.map(({ object_id, text }) => [
        object_id,
        text,
      ])
    const texts = [`@${named.name} look`, `@${named.name} and here`]
    await add(texts[0] ?? '')
    await shop.instance.pass(1)
    await add(texts[1] ?? '', owner, settlement)
    await add(`@${named.name} from myself`, named)
    expect(await mentionsOf(named)).toEqual([
      [settlement, texts[1]],
      [payment, texts[0]],
    ])
    expect(await mentionsOf(other)).toEqual([])
    const permissions = new Set([...named.permissions].filter((each) => each !== 'balance:read'))
    expect(await mentionsOf({ ...named, permissions })).toEqual([[payment, texts[0]]])
    await shop.instance.pass(15 * DAY)
    expect(await mentionsOf(named)).toEqual([])
  })

  it('are deleted by their author alone, and the timeline keeps that there was one', async () => {
    const { value } = await add('Wrong payment')
    expect((await run(deleteComment, { id: value.id }, await shop.person('owner'))).reason).toBe(
      'record_not_found',
    )
    expect(await run(deleteComment, { id: value.id })).toHaveProperty('value')
    expect(await textsOf()).not.toContain('Wrong payment')
    const { items } = await shop.instance.run(fetchPaymentTimeline, { id: payment }, undefined, owner)
    expect(items.slice(0, 2).map(({ what }) => what)).toEqual(['delete_comment', 'add_comment'])
  })

  it('on an approval are between its requester and those who decide, who get an email of each', async () => {
    await shop.thresholds(5_000)
    const [requester, approver, stranger] = [
      await shop.person('support'),
      await shop.person('finance'),
      await shop.person('support'),
    ]
    const refunded = await shop.shop.captured(10_000)
    const { metadata } = await run(refundPayment, { id: refunded.id, amount: 9_000 }, requester)
    const id = String(metadata.approval_id)
    const recipients = async () => {
      const { items } = await shop.instance.run(listMailsForDashboard, { count: 100 }, undefined, owner)
      const about = items.filter((mail) => mail.kind === 'mention' && mail.object_id === id)
      return about.map(({ recipient }) => recipient).sort()
    }
    // Before anyone has asked, an explanation goes to those who can decide.
    expect(await add('The customer was charged twice.', requester, id)).toHaveProperty('value')
    const deciders = await recipients()
    expect(deciders).toContain(approver.name)
    expect(deciders).not.toContain(requester.name)
    expect(await add('Which order?', approver, id)).toHaveProperty('value')
    expect((await recipients()).filter((name) => name === requester.name)).toHaveLength(1)
    expect(await add('R-17', requester, id)).toHaveProperty('value')
    expect((await recipients()).filter((name) => name === approver.name)).toHaveLength(2)
    const { value } = await run(fetchComments, { object_id: id }, requester)
    expect(value.items.map(textOf)).toEqual(['The customer was charged twice.', 'Which order?', 'R-17'])
    // Who neither requested nor decides does not see it.
    expect((await run(fetchComments, { object_id: id }, stranger)).reason).toBe('record_not_found')
    expect((await add('Hello', stranger, id)).reason).toBe('record_not_found')
    const timeline = await run(fetchApprovalTimeline, { id }, approver)
    expect(timeline.value.items.map(({ what }: { what: string }) => what)).toContain('add_comment')
    await shop.thresholds(null)
  })

  it('belong to one account and an existing record', async () => {
    const elsewhere = { ...owner, account: { ...owner.account, id: shop.instance.merchant.accounts.live } }
    expect((await add('Other mode', elsewhere)).reason).toBe('record_not_found')
    expect((await run(fetchComments, { object_id: payment }, elsewhere)).reason).toBe('record_not_found')
    expect((await add('Nothing', owner, 'pay_AAAAAAAAAAAAAA')).reason).toBe('record_not_found')
  })

  it.each(['', '   ', 'x'.repeat(2001), 'a\u0000b'])(
    'are rejected where they are wrong: %j',
    async (text) => {
      expect((await add(text)).reason).toBe('input_validation_failed')
    },
  )

  it('are limited in an hour', async () => {
    const busy = await shop.person('support')
    for (let count = 0; count < 60; count += 1) await add('Again', busy)
    expect((await add('Again', busy)).reason).toBe('too_many_requests')
  })
})

describe('suggested colleagues', () => {
  const find = (q: string, as = owner, object_id = payment) => run(findColleagues, { object_id, q }, as)
  const found = async (q: string, as = owner, object_id = payment) =>
    (await find(q, as, object_id)).value?.items.map(({ email }: Colleague) => email)

  it.each(ROLES)('are found by each role: %s', async (role) => {
    const [reader, colleague] = [await shop.person(role), await shop.person('viewer')]
    expect(await found(colleague.name.slice(0, 6), reader)).toEqual([colleague.name])
  })

  it.each(ROLES)('can see the record themselves: %s', async (role) => {
    const colleague = await shop.person(role)
    const q = colleague.name.slice(0, 6)
    const sees = role !== 'support' && role !== 'developer'
    expect(await found(q, owner, settlement)).toEqual(sees ? [colleague.name] : [])
    expect((await find(q, colleague, settlement)).reason).toBe(sees ? undefined : 'permission_denied')
  })

  it('are other people of the merchant, who can sign in', async () => {
    const gone = await shop.person('viewer')
    const { query } = shop.instance.runtime
    await query('UPDATE users SET disabled_at = $2 WHERE id = $1', [gone.id, shop.instance.now()])
    expect(await found(gone.name.slice(0, 6))).toEqual([])
    const stranger = await shop.person('viewer')
    await query('DELETE FROM memberships WHERE user_id = $1', [stranger.id])
    expect(await found(stranger.name.slice(0, 6))).toEqual([])
    expect(await found(owner.name)).toEqual([])
  })

  it('are few, and only for people who are signed in', async () => {
    for (let count = 0; count < 9; count += 1) await shop.person('viewer')
    expect(await found('a person')).toHaveLength(8)
    for (const actor of [shop.instance.actor, await shop.program(owner)])
      expect((await find('a', actor)).reason).toBe('permission_denied')
    expect((await find(' ')).reason).toBe('input_validation_failed')
    expect((await find('a', owner, 'pay_AAAAAAAAAAAAAA')).reason).toBe('record_not_found')
  })
})
