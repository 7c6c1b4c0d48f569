-- An alert for the archive of the log. The table has one row for each alert of the last months.
ALTER TABLE alerts
  DROP CONSTRAINT alerts_name,
  ADD CONSTRAINT alerts_name CHECK (name IN ('job_failed', 'no_worker', 'disk_nearly_full', 'books_wrong', 'acquirer_silent', 'backup_too_old', 'archive_failing'));
