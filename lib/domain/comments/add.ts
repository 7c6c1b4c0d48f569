import { approversOf, findApproval } from '#lib/domain/approvals/find.ts'
import { MAX_NOTIFIED } from '#lib/domain/approvals/request-approval.ts'
import { APPROVABLE, isApprovableOperation } from '#lib/domain/approvals/schema.ts'
import { commentedOf, readersOf } from '#lib/domain/comments/find.ts'
import { mentionPiecesOf, readMentions } from '#lib/domain/comments/rules.ts'
import { AddComment, AddedComment, COMMENTED, MAX_COMMENTS } from '#lib/domain/comments/schema.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { commentsPath } from '#lib/values/object-path.ts'
import { HOUR } from '#lib/values/time.ts'

/** The most comments of a person in an hour: each can send several emails. */
const MAX_IN_HOUR = 60

/** The most words without a person that the response names. */
const MAX_UNMATCHED = 10

export const addComment = defineOperation({
  name: 'add_comment',
  title: 'Add a comment',
  summary:
    'Adds a comment for staff to a payment, order, refund, customer, settlement or approval, and emails the people that it mentions or that discuss the approval.',
  permission: 'payments:read',
  http: null,
  input: AddComment,
  output: AddedComment,
  async run(context, { object_id, text }) {
    const kind = await commentedOf(context, object_id)
    await assertRoom(context, object_id)
    const isDiscussed = kind === COMMENTED.apr
    const readers = text.includes('@') || isDiscussed ? await readersOf(context, kind, object_id) : []
    const discussing = isDiscussed ? await discussingOf(context, object_id) : []
    const { mentions, beyond, unmatched } = readMentions(text, readers)
    const { actor, account, now } = context
    const row = await context.tables.comments.create({
      data: {
        account_id: account.id,
        id: context.newId('comment'),
        object_id,
        text,
        mentions,
        created_by_id: actor.id,
        created_by: actor.name,
        created_at: now,
      },
    })
    // The line is about the record, whose timeline shows it.
    context.about(object_id)
    context.note({ comment_id: row.id, mentioned: [...new Set(mentions.map(({ user_id }) => user_id))] })
    const about = {
      merchant: account.merchant_name,
      mode: account.mode,
      author: actor.name,
      noun: kind.noun,
      object_id,
      text,
      page: `${context.baseUrl}${commentsPath(object_id)}`,
    }
    const named = new Set(mentions.map(({ user_id }) => user_id))
    const others = readers.filter(({ id }) => id !== actor.id && named.has(id))
    const notified = others.filter(({ muted }) => !muted)
    const write = async (people: { email: string }[], email: ReturnType<typeof commentEmail>) => {
      for (const { email: recipient } of people)
        await writeMail(context, { kind: 'mention', object_id, recipient, ...email })
    }
    await write(notified, commentEmail(about, 'mentioned you on'))
    const discussed = readers.filter(
      ({ id, muted }) => discussing.includes(id) && id !== actor.id && !muted && !named.has(id),
    )
    await write(discussed, commentEmail(about, 'commented on'))
    const mentioned = {
      notified: notified.map(personText),
      muted: others.filter(({ muted }) => muted).map(personText),
      beyond: readers.filter(({ id }) => beyond.includes(id)).map(personText),
      unmatched: unmatched.slice(0, MAX_UNMATCHED),
      sends: context.mailer !== null,
    }
    return { ...row, pieces: mentionPiecesOf(text, mentions), own: true, mentioned }
  },
})

/**
 * Who waits for a comment on an approval: its requester and who commented before. Before anyone has asked, the people who
 * can decide it.
 */
async function discussingOf(context: Context, id: string): Promise<string[]> {
  const { account, actor, tables } = context
  const { user_id, operation } = await findApproval(context, id)
  const earlier = await tables.comments.findMany({
    where: { account_id: account.id, object_id: id },
    distinct: ['created_by_id'],
    select: { created_by_id: true },
  })
  const people = [user_id ?? '', ...earlier.map(({ created_by_id }) => created_by_id)]
  if (people.some((person) => person !== '' && person !== actor.id)) return people
  const permission = isApprovableOperation(operation) ? APPROVABLE[operation].permission : 'approvals:write'
  const approvers = await approversOf(context, permission, MAX_NOTIFIED)
  return approvers.map((person) => person.id)
}

function personText({ name, email }: { name: string; email: string }): string {
  return name === '' || name === email ? email : `${name} (${email})`
}

/** Concurrent comments may exceed the limits by a few. */
async function assertRoom({ account, actor, now, tables }: Context, object_id: string): Promise<void> {
  const account_id = account.id
  if ((await tables.comments.count({ where: { account_id, object_id } })) >= MAX_COMMENTS)
    throw refused('input_validation_failed', `A record can have up to ${MAX_COMMENTS} comments.`, {
      field: 'text',
    })
  const recent = { account_id, created_by_id: actor.id, created_at: { gt: now - HOUR } }
  if ((await tables.comments.count({ where: recent })) >= MAX_IN_HOUR)
    throw refused('too_many_requests', 'Too many comments. Wait an hour.', { retryAfter: HOUR })
}

type CommentEmail = {
  merchant: string
  mode: 'test' | 'live'
  author: string
  noun: string
  object_id: string
  text: string
  page: string
}

function commentEmail(
  about: CommentEmail,
  verb: 'mentioned you on' | 'commented on',
): { subject: string; text: string; html: string } {
  const mode = about.mode === 'test' ? ' (test mode)' : ''
  const record = `${about.noun} ${about.object_id}`
  const subject = `${about.author} ${verb} ${record}${mode}`.replace(/\s+/g, ' ')
  const sentence =
    verb === 'commented on'
      ? `${about.author} commented on ${record} of ${about.merchant}${mode}.`
      : `${about.author} mentioned you in a comment on ${record} of ${about.merchant}${mode}.`
  const quoted = about.text.replace(/^/gm, '> ')
  return {
    subject,
    text: `${sentence}\n\n${quoted}\n\n${about.page}\n`,
    html: emailHtml({
      title: subject,
      body: [
        paragraph(about.merchant + mode, 'soft'),
        paragraph(sentence),
        paragraph(about.text, 'quote'),
        button(`View ${about.noun}`, about.page),
      ],
    }),
  }
}
