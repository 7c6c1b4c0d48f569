import { expect, it } from 'vitest'
import { Registration } from './registration-schema.ts'

const named = (...redirect_uris: string[]) => Registration.safeParse({ redirect_uris })

it('goes without a name by the host, of a long one by its end', () => {
  expect(named('https://app.example.com/back').data?.client_name).toBe('app.example.com')
  const long = `${'a'.repeat(50)}.${'b'.repeat(50)}.evil.example`
  expect(named(`https://${long}/`).data?.client_name).toBe(`…${long.slice(-79)}`)
})

it.each([
  'https://counterfoil.example/back',
  'https://Counter-foil.counterfoil.example/',
  'com.counterfoil.app:/back',
])('does not take the name of the product from an address, either: %s', (uri) => {
  const [issue] = named(uri).error?.issues ?? []
  expect(issue?.path).toEqual(['client_name'])
  expect(issue?.message).toMatch(/Must not present the app as part of Counterfoil/)
})

it.each(['C0unterfoil', 'Counter-foil help', 'counterfoi1', '𝐂𝐨𝐮𝐧𝐭𝐞𝐫𝐟𝐨𝐢𝐥', 'Соunterfoil'])(
  'does not take a name that reads as that of the product: %s',
  (client_name) => {
    const { error } = Registration.safeParse({ client_name, redirect_uris: ['https://app.example.com/'] })
    expect(error?.issues[0]?.path).toEqual(['client_name'])
  },
)

it.each(['Счёт помощник', 'Ledger Helper', '台帳ヘルパー App', 'Λογιστής 2'])(
  'takes any other name, in any alphabet: %s',
  (client_name) => {
    const { success } = Registration.safeParse({ client_name, redirect_uris: ['https://app.example.com/'] })
    expect(success).toBe(true)
  },
)
