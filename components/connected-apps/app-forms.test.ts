import { expect, it } from 'vitest'
import { clientForm } from '#components/clients/client-forms.ts'
import { problemsIn } from '#lib/values/form.ts'
import { accessForm, policyForm } from './app-forms.ts'

const settings = { currency: 'INR', grouping: 'indian', zone: 'Asia/Kolkata', now: 0 } as const

function filled(fields: Record<string, string | string[]>): FormData {
  const form = new FormData()
  for (const [name, texts] of Object.entries(fields))
    for (const text of [texts].flat()) form.append(name, text)
  return form
}

it('names the host of the policy that is wrong', () => {
  const hosts = 'app.example.com, https://no.example/back'
  expect(problemsIn(policyForm, filled({ redirect_hosts: hosts }), settings)).toEqual({
    redirect_hosts: expect.stringMatching(/^https:\/\/no\.example\/back: Enter a host/),
  })
  expect(problemsIn(policyForm, filled({ redirect_hosts: '' }), settings)).toEqual({})
})

it('names the redirect URI of a client that is wrong', () => {
  const client = { name: 'Till', auth_method: 'none', scopes: 'read_only' }
  const uris = 'https://ok.example/back\nhttp://no.example/'
  expect(problemsIn(clientForm, filled({ ...client, redirect_uris: uris }), settings)).toEqual({
    redirect_uris: expect.stringMatching(/^http:\/\/no\.example\/: The redirect URI must use https/),
  })
  expect(
    problemsIn(clientForm, filled({ ...client, redirect_uris: 'https://ok.example/' }), settings),
  ).toEqual({})
})

it('needs a name and a scope for a client', () => {
  const form = filled({ name: ' ', auth_method: 'none', redirect_uris: 'https://ok.example/' })
  expect(Object.keys(problemsIn(clientForm, form, settings)).sort()).toEqual(['name', 'scopes'])
})

it('takes blank limits of an app for none', () => {
  const form = filled({
    id: 'x'.repeat(43),
    scopes: ['read_only'],
    limit_per_call: '',
    limit_per_day: 'much',
  })
  expect(Object.keys(problemsIn(accessForm, form, settings))).toEqual(['limit_per_day'])
})
