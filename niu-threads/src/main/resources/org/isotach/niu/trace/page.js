const told = document.getElementById('t'), hint = told.textContent;
document.addEventListener('mouseover', event => {
    const group = event.target.closest && event.target.closest('g[class]');
    const title = group && group.querySelector(':scope > title');
    told.textContent = title ? title.textContent : hint;
});
