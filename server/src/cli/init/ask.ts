import type { Readable, Writable } from 'node:stream';
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts';
import { NETWORK_NAMES } from '@ordbook/protocol/network';
import { type Answers, faultOf, QUESTIONS, questionsFor } from './answers.ts';

type Given = Partial<Record<keyof Answers, string>>;

/** Where questions are shown and answered. Absent: the terminal of this process. */
export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
}

/**
 * Asks on the terminal what the flags leave open; a wrong answer is asked for again. Returns the flags and
 * the answers; null when the operator cancels.
 */
export async function askOperator(given: Given, terminal: Terminal = {}): Promise<Given | null> {
  intro(
    'ordbook init: a few questions; Enter takes what is proposed, Ctrl-C ends without writing anything',
    terminal,
  );
  const answers: Given = { ...given };
  for (const name of ['target', ...Object.keys(QUESTIONS)] as (keyof Answers)[]) {
    if (answers[name] !== undefined) continue;
    if (!questionsFor(answers.target ?? 'systemd').includes(name)) continue;
    const answer = await ask(name, answers, terminal);
    if (isCancel(answer)) {
      cancel('cancelled', terminal);
      return null;
    }
    answers[name] = String(answer).trim();
  }
  outro('making keys and files', terminal);
  return answers;
}

function ask(name: keyof Answers, answers: Given, terminal: Terminal): Promise<string | symbol> {
  const { asks, choices, proposes } = QUESTIONS[name];
  if (choices)
    return select({
      ...terminal,
      message: asks,
      options: choices.map((value) => ({ value, label: value })),
      ...(proposes === undefined ? {} : { initialValue: proposes }),
    });
  const network = NETWORK_NAMES.find((known) => known === answers.network) ?? null;
  return text({
    ...terminal,
    message: asks,
    ...(proposes ? { placeholder: proposes } : {}),
    ...(proposes === undefined ? {} : { defaultValue: proposes }),
    validate: (value) => {
      const answer = (value ?? '').trim() || proposes;
      if (answer === undefined) return 'an answer is needed';
      return faultOf(name, answer, network) ?? undefined;
    },
  });
}
