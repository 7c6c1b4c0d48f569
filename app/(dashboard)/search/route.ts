import { redirect } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { objectPath } from '#lib/values/object-path.ts'

/** The search box: an id leads to its object, anything else to the payments that have it. */
export function GET(request: NextRequest) {
  const sought = request.nextUrl.searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const found = objectPath(sought)
  if (found) redirect(found)
  redirect(sought === '' ? '/payments' : `/payments?${new URLSearchParams({ q: sought })}`)
}
