interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly type?: 'search' | 'date';
}

/** A field of a form of filters. */
export function TextField({ name, label, value, placeholder, type = 'search' }: TextFieldProps) {
  return (
    <label class="filter">
      <span class="label">{label}</span>
      <input
        {...(type === 'date' ? { type } : { type })}
        name={name}
        key={value}
        defaultValue={value}
        placeholder={placeholder}
        maxLength={120}
        autocomplete="off"
        spellcheck={false}
      />
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
