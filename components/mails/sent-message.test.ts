import { expect, it } from 'vitest'
import { sentMessage } from './sent-message.ts'

it('calls no email sent that is only queued or kept', () => {
  const message = sentMessage('Receipt')
  expect(message({ recipient: 'asha@example.com', sends: true })).toBe('Receipt queued for asha@example.com')
  expect(message({ recipient: 'asha@example.com', sends: false })).toBe(
    'Receipt kept in the outbox: no mail server is set up',
  )
})
