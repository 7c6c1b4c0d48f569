import { expect, it } from 'vitest'
import { consentPolicy } from './consent-screen.ts'

it.each([
  ['https://app.example.com/back', 'https://app.example.com'],
  ['http://127.0.0.1:6274/back', 'http://127.0.0.1:6274'],
  ['com.example.app:/back', 'com.example.app:'],
  ['com.evil.app://app.example.com/back', 'com.evil.app:'],
])('lets the form end at %s and nowhere else', (uri, end) => {
  expect(consentPolicy('n', uri)).toContain(`form-action 'self' ${end};`)
})
