import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly type?: 'search' | 'date';
  /** What may be chosen, besides anything else. */
  readonly known?: readonly string[];
}

/** A field of a form of filters. */
export function TextField({ name, label, value, placeholder, type = 'search', known = [] }: TextFieldProps) {
  const list = useId();
  return (
    <label class="filter">
      <span class="label">{label}</span>
      <input
        type={type}
        name={name}
        key={value}
        defaultValue={value}
        placeholder={placeholder}
        maxLength={120}
        autocomplete="off"
        spellcheck={false}
        {...(known.length > 0 ? { list } : {})}
      />
      {known.length > 0 && (
        <datalist id={list}>
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}

interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function SelectField({ name, label, value, options }: SelectFieldProps) {
  return (
    <label class="filter">
      <span class="label">{label}</span>
      <select name={name} value={value} onChange={(event) => event.currentTarget.form?.requestSubmit()}>
        {options.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
