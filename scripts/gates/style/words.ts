/** Turns of phrase that docs/contributing/style.md and the glossary replace, each with what to write. */
export const BANNED: readonly (readonly [turn: RegExp, write: string])[] = [
  [/\banew\b/giu, "again, new"],
  [/\bby (?:itself|themselves)\b/giu, "automatically, separately"],
  [/\b(?:go|goes|went|gone|going) on\b/giu, "continue, resume, still"],
  [/\b(?:no|any) more\b(?! than\b)/giu, "no longer"],
  [/\bso that\b/giu, "so"],
  [/\bin clear\b/giu, "in plain text"],
  [/\b(?:take|takes|took|taken|taking) over\b/giu, "adopt, recover"],
  [/\bheld back\b/giu, "deferred"],
  [/\bcut off\b/giu, "interrupted"],
  [/\bat once\b/giu, "immediately, at the same time"],
  [/\bstand-ins?\b/giu, "local emulator"],
  [/\b(?:set-up|time-outs?|look-ups?)\b/giu, "setup, timeout, lookup"],
  [/\brecognis(?:e|es|ed|ing)\b/giu, "recognize"],
  [/\be-mails?\b/giu, "email"],
  [/\bmend(?:s|ed|ing)?\b/giu, "fix"],
  [/\bways? out\b/giu, "next step, workaround"],
  [/\bnewest run\b/giu, "latest run"],
  [/\bwhole numbers?\b/giu, "integer"],
  [/(?<!\bthere )\b(?:is|are) no(?= [a-z])(?! longer\b)/giu, "isn't, aren't"],
  [/\bhas (?:it|them) not\b|\b(?:has|have) not(?=[.,;:)])/giu, "doesn't have"],
  [/\b(?:of|by) (?:which|whom)\b/giu, "two sentences"],
  [/\b(?:simply|please)\b/giu, "nothing"],
  [/\bshall\b/giu, "must, should"],
  [/\bwhoever\b/giu, "anyone who"],
  [/\bwants\b/giu, "requires"],
  [/\b(?:lie|lies|lay|lying) (?:in|on|at|beside|below|elsewhere)\b/giu, "is stored, is"],
  [/\b(?:stand|stands|stood) (?:in|at|beside|below)\b/giu, "is set, is"],
];

/** The verbs that headings of guides begin with. */
export const VERBS = new Set(
  `Add Adopt Apply Approve Attach Avoid Call Change Check Choose Compare Configure Connect Control Coordinate Create Decide Declare
  Audit Narrow See Delete Deploy Detect Divide Enforce Estimate Export Find Fix Follow Generate Handle Ignore Import Install Invite Keep
  Know Learn Limit List Look Manage Migrate Move Name Pin Plan Play Preview Prepare Promote Protect Provision Publish Read Receive
  Recover Remove Rename Replace Report Require Resolve Restrict Resume Retire Review Rotate Run Save Send Set Share Sign Speed Split Start Stop
  Switch Test Turn Understand Update Upgrade Use Verify Watch Work Write`.split(/\s+/u),
);
