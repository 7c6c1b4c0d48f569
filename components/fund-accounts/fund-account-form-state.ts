import { CreateFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A bank account of a customer to add; the number is typed twice. */
export const fundAccountForm = {
  fields: ['name', 'ifsc', 'account_number', 'account_number_again', 'password'],
  schema: CreateFundAccount,
  read(form: FormReader) {
    const account_number = form.text('account_number')
    const differ = numbersDiffer(account_number, form.text('account_number_again'))
    if (differ) form.refuse('account_number_again', differ)
    return {
      customer_id: form.text('customer_id'),
      account_type: 'bank_account',
      bank_account: { name: form.text('name'), ifsc: form.text('ifsc'), account_number },
    }
  },
} satisfies FormDeclaration

/** Payouts to an account are allowed, or rejected until it is activated again. */
export const setActiveForm = {
  fields: [],
  read: (form: FormReader) => ({ id: form.text('id'), active: form.checked('active') }),
} satisfies FormDeclaration

/** An account number without the spaces and hyphens that people put between its digits. */
function bareNumber(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** Why the two numbers cannot be sent, or null. */
export function numbersDiffer(first: string, second: string): string | null {
  if (bareNumber(first) === bareNumber(second)) return null
  return bareNumber(second) === '' ? 'Enter the account number again.' : "The account numbers don't match."
}

/** Whether a bank might not take the name of the holder for the customer's: another word in one of them. */
export function namesDiffer(holder: string, customer: string | null): boolean {
  if (customer === null || holder.trim() === '') return false
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{M}]+/u)
      .filter(Boolean)
      .sort()
      .join(' ')
  return words(holder) !== words(customer)
}

/** The check of an IFSC without a request, during typing; null when only the list of branches can tell. */
export function ifscSaid(text: string): { tone: 'note' | 'bad'; words: string } | null {
  const ifsc = text.trim().toUpperCase()
  if (/[^A-Z0-9]/.test(ifsc)) return { tone: 'bad', words: 'IFSC can contain only letters and digits.' }
  if (/\d/.test(ifsc.slice(0, 4)))
    return { tone: 'bad', words: 'The first 4 characters must be letters (bank code).' }
  if (ifsc.length >= 5 && ifsc[4] !== '0')
    return {
      tone: 'bad',
      words:
        ifsc[4] === 'O'
          ? 'The 5th character must be zero, not the letter O.'
          : 'The 5th character must be zero.',
    }
  if (ifsc.length < 11) return { tone: 'note', words: `${ifsc.length} of 11 characters` }
  if (ifsc.length > 11) return { tone: 'bad', words: 'IFSC must have 11 characters.' }
  return null
}
