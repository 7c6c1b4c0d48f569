import type { NextRequest } from 'next/server'
import type { ContactHint } from '#components/customers/contact-hint.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchSimilarCustomers } from '#lib/domain/customers/fetch.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { Contact } from '#lib/values/contact.ts'
import { countryName } from '#lib/values/country.ts'
import { countryOf, e164, isIndianMobile, phoneText } from '#lib/values/phone.ts'

/**
 * The result of the numbering plans and of similar customers for a number and an e-mail during typing. The plans stay
 * on the server: their metadata is many times the size of the form.
 */
export async function GET(request: NextRequest) {
  const { account } = await requireStaff()
  const input = (name: string) => request.nextUrl.searchParams.get(name)?.trim() ?? ''
  const contact = Contact.safeParse(input('contact')).success ? input('contact') : ''
  const similar = await tryRead(fetchSimilarCustomers, {
    email: input('email'),
    contact,
    ...(input('except') ? { except: input('except') } : {}),
  })
  if (!similar.ok && similar.reason === 'permission_denied')
    return Response.json({ error: similar.description }, { status: similar.status })
  const hint: ContactHint = {
    contact: contact === '' ? null : hintOf(e164(contact, account.country)),
    similar: similar.ok
      ? similar.value.items.map(({ id, name, email, contact }) => ({
          id,
          words: name ?? email ?? (contact === null ? id : phoneText(contact)),
          email: email?.toLowerCase() ?? null,
          contact,
        }))
      : [],
  }
  return Response.json(hint, { headers: { 'Cache-Control': 'no-store' } })
}

function hintOf(stored: string): ContactHint['contact'] {
  const country = countryOf(stored)
  return {
    stored,
    text: phoneText(stored),
    country: country === null ? null : countryName(country),
    wallet: isIndianMobile(stored),
  }
}
