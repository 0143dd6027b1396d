// A page in this sandbox sends no form, so its browser tells no script that somebody means to: here it is told, and what
// comes of it is the screen's.

const tell = (form: HTMLFormElement, submitter: HTMLElement | null) =>
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter }));

HTMLFormElement.prototype.requestSubmit = function (submitter = null) {
  if (this.noValidate || this.reportValidity()) tell(this, submitter);
};

// The key Enter in a field is a click on the form's first such button.
addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("button, input");
  const isButton = button instanceof HTMLButtonElement || button instanceof HTMLInputElement;
  if (event.defaultPrevented || !isButton || !button.form || !/^(submit|image)$/.test(button.type)) return;
  event.preventDefault();
  button.form.requestSubmit(button);
});

export {};
