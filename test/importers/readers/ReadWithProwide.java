import com.prowidesoftware.swift.model.mx.MxCamt05200108;
import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.dic.CashBalance8;
import com.prowidesoftware.swift.model.mx.dic.CreditDebitCode;
import com.prowidesoftware.swift.model.mx.dic.ReportEntry10;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads bank statements with Prowide's pw-iso20022 (Maven). Paths on standard input, one a line; one line of JSON for each on
 * standard output.
 */
public final class ReadWithProwide {
  public static void main(String[] arguments) throws IOException {
    try (BufferedReader paths = new BufferedReader(new InputStreamReader(System.in))) {
      for (String path = paths.readLine(); path != null; path = paths.readLine()) {
        String xml = Files.readString(Path.of(path));
        System.out.println(path.endsWith(".camt052.xml") ? report(xml) : statement(xml));
      }
    }
  }

  private static String statement(String xml) {
    var message = MxCamt05300108.parse(xml).getBkToCstmrStmt();
    var read = message.getStmt().get(0);
    String key = message.getGrpHdr().getMsgId();
    var account = read.getAcct();
    String head = head(key, account.getId().getOthr().getId(), account.getCcy());
    return json(head, read.getBal(), read.getNtry());
  }

  private static String report(String xml) {
    var message = MxCamt05200108.parse(xml).getBkToCstmrAcctRpt();
    var read = message.getRpt().get(0);
    String key = message.getGrpHdr().getMsgId();
    var account = read.getAcct();
    String head = head(key, account.getId().getOthr().getId(), account.getCcy());
    return json(head, read.getBal(), read.getNtry());
  }

  private static String head(String key, String account, String currency) {
    return "\"key\":" + text(key) + ",\"account\":" + text(account) + ",\"currency\":" + text(currency);
  }

  private static String json(
      String head, List<CashBalance8> balances, List<ReportEntry10> entries) {
    String ofBalances =
        balances.stream()
            .map(
                each ->
                    text(each.getTp().getCdOrPrtry().getCd())
                        + ":"
                        + signed(each.getAmt().getValue(), each.getCdtDbtInd()))
            .collect(Collectors.joining(","));
    String ofEntries =
        entries.stream()
            .map(
                each ->
                    "{\"reference\":"
                        + text(each.getAcctSvcrRef())
                        + ",\"status\":"
                        + text(each.getSts().getCd())
                        + ",\"amount\":"
                        + signed(each.getAmt().getValue(), each.getCdtDbtInd())
                        + "}")
            .collect(Collectors.joining(","));
    return "{"
        + head
        + ",\"balances\":{"
        + ofBalances
        + "},\"entries\":["
        + ofEntries
        + "]}";
  }

  private static String signed(BigDecimal amount, CreditDebitCode way) {
    return text((way == CreditDebitCode.DBIT ? "-" : "") + amount.toPlainString());
  }

  /** Codes, references and amounts have neither quotes nor backslashes. */
  private static String text(String content) {
    return content == null ? "null" : "\"" + content + "\"";
  }
}
