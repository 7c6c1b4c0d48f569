'use server'
import { revalidatePath } from 'next/cache'
import { requireStaff } from '#lib/auth/staff.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { submit } from '#lib/surfaces/form.ts'

/** Ends what a program was allowed. */
export async function disconnect(form: FormData): Promise<void> {
  await submit(revokeApp, await requireStaff(), { id: String(form.get('id') ?? '') }, 'dashboard')
  revalidatePath('/connected-apps')
}
