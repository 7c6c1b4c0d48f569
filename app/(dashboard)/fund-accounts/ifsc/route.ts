import type { NextRequest } from 'next/server'
import { requireStaff } from '#lib/auth/staff.ts'
import { branchOf, Ifsc } from '#lib/values/ifsc.ts'

/** The branch of an IFSC while it is typed; null where no bank has it. The list is too long for a browser. */
export async function GET(request: NextRequest) {
  await requireStaff()
  const ifsc = Ifsc.safeParse(request.nextUrl.searchParams.get('ifsc'))
  const branch = ifsc.success ? branchOf(ifsc.data) : null
  return Response.json({ branch }, { headers: { 'Cache-Control': 'private, max-age=3600' } })
}
