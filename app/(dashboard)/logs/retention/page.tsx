import { redirect } from 'next/navigation'

/** Where the retention of the log was set before all retention had one page. */
export default function LogRetention(): never {
  redirect('/settings/retention')
}
