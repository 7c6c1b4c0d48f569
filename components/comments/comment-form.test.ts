import { expect, it } from 'vitest'
import { mentionText } from './comment-form.tsx'

const none = { notified: [], muted: [], beyond: [], unmatched: [], sends: true }

it('says nothing of a comment without mentions', () => {
  expect(mentionText(none)).toBeNull()
})

it('says whom a comment notified', () => {
  expect(mentionText({ ...none, notified: ['Asha (a@x.example)', 'v@x.example'], muted: ['Maya'] })).toEqual({
    tone: 'good',
    sentences: [
      'Notified by email: Asha (a@x.example), v@x.example.',
      'Not emailed, because mention emails are off: Maya.',
    ],
  })
})

it('says that no email was sent where none can be', () => {
  expect(mentionText({ ...none, sends: false, notified: ['Asha'] })?.sentences).toEqual([
    "Shown on their overview: Asha. No email was sent, because email isn't set up on this server.",
  ])
})

it('warns of mentions that notified no one', () => {
  expect(mentionText({ ...none, unmatched: ['maya', 'dev'] })).toEqual({
    tone: 'wait',
    sentences: ['Not notified, because no colleague who can see this record matches: @maya, @dev.'],
  })
  expect(mentionText({ ...none, beyond: ['Maya'] })).toMatchObject({ tone: 'wait' })
})
